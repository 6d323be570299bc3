import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';
import type { Access } from '#contract/access.ts';
import type { Profession } from '#contract/base.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { admit, requireCallerIs } from './index.ts';
import { listPractitioners, verifyPractitioner } from './verify-practitioner.ts';
import { whoAmI } from './who-am-i.ts';

test('trust 28: each access rule admits the callers that it names, and refuses the others with a reason', async () => {
  const world = await aWorld();
  const people = {
    visitor: world.visitor(),
    patient: await world.patient(),
    doctor: await world.practitioner(),
    unverified: await world.practitioner({ verified: false }),
    single: await world.practitioner({ secondFactor: false }),
    nurse: await world.practitioner({ profession: 'nurse' }),
    newNurse: await world.practitioner({ profession: 'nurse', verified: false }),
    admin: await world.admin(),
    singleAdmin: await world.admin({ secondFactor: false }),
  } satisfies Record<string, Caller>;
  const refusals = async (access: Access) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(async ([name, caller]) => [
          name,
          await admit(world, caller, access).then(
            () => 'admitted',
            (error: Error) => error.message,
          ),
        ]),
      ),
    );
  const everybody = Object.fromEntries(Object.keys(people).map((name) => [name, 'admitted']));
  const nobody = Object.fromEntries(Object.keys(people).map((name) => [name, 'FORBIDDEN']));
  const visitor = 'UNAUTHENTICATED';
  const doctors = {
    doctor: 'admitted',
    unverified: 'PRACTITIONER_NOT_VERIFIED',
    single: 'SECOND_FACTOR_REQUIRED',
    nurse: 'DOCTORS_ONLY',
    newNurse: 'DOCTORS_ONLY',
  };
  const practitioners = { ...doctors, nurse: 'admitted', newNurse: 'PRACTITIONER_NOT_VERIFIED' };
  const admins = { admin: 'admitted', singleAdmin: 'SECOND_FACTOR_REQUIRED' };
  expect(await refusals('visitor')).toEqual(everybody);
  expect(await refusals('signedIn')).toEqual({ ...everybody, visitor });
  expect(await refusals('moderator')).toEqual({ ...everybody, visitor });
  expect(await refusals('patient')).toEqual({ ...nobody, visitor, patient: 'admitted' });
  expect(await refusals('practitioner')).toEqual({
    ...nobody,
    visitor,
    doctor: 'admitted',
    unverified: 'admitted',
    single: 'admitted',
    nurse: 'admitted',
    newNurse: 'admitted',
  });
  expect(await refusals('verifiedDoctor')).toEqual({ ...nobody, visitor, ...doctors });
  expect(await refusals('verifiedPractitioner')).toEqual({ ...nobody, visitor, ...practitioners });
  expect(await refusals('visitTeam')).toEqual({ ...nobody, visitor, ...practitioners, ...admins });
  expect(await refusals('doctorInCharge')).toEqual({ ...nobody, visitor, ...doctors });
  expect(await refusals('eitherSide')).toEqual({ ...nobody, visitor, ...doctors, patient: 'admitted' });
  expect(await refusals('team')).toEqual({ ...nobody, visitor, ...doctors, ...admins });
  expect(await refusals('admin')).toEqual({ ...nobody, visitor, ...admins });
});

test('a parameter that names a person is accepted only if it names the caller', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  expect(() => requireCallerIs(patient, crypto.randomUUID())).toThrow('NOT_THE_CALLER');
  expect(() => requireCallerIs(patient, patient.userId)).not.toThrow();
});

test('trust 16: a doctor needs a second factor, then a verified registration', async () => {
  const world = await aWorld();
  const single = await world.practitioner({ secondFactor: false });
  const unverified = await world.practitioner({ verified: false });
  await expect(admit(world, single, 'verifiedDoctor')).rejects.toThrow('SECOND_FACTOR_REQUIRED');
  await expect(admit(world, unverified, 'verifiedDoctor')).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');
  await expect(admit(world, await world.practitioner(), 'verifiedDoctor')).resolves.toBeUndefined();
});

test('an administrator verifies and revokes a registration, and the audit log has both', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const doctor = await world.practitioner({ verified: false });
  const document = { document: 'professional card', seen_by: 'Jeanne Diallo' };
  const verify = (is_verified: boolean, user_id = doctor.userId) =>
    verifyPractitioner(world, admin.userId, { user_id, is_verified, document });

  expect(await listPractitioners(world)).toMatchObject([
    { user_id: doctor.userId, is_verified: false, verified_at: null },
  ]);
  const verified = await verify(true);
  expect(verified).toMatchObject({ is_verified: true, verified_at: world.clock.now().toISOString() });
  await verify(true);
  await verify(false);
  await expect(admit(world, doctor, 'verifiedDoctor')).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');

  const { rows } = await world.database.owner.query(
    'select action, actor_id, actor_role, subject_id from audit_log order by id',
  );
  const entry = { actor_id: admin.userId, actor_role: 'admin', subject_id: doctor.userId };
  expect(rows).toEqual([
    { ...entry, action: 'practitioner.verified' },
    { ...entry, action: 'practitioner.revoked' },
  ]);
  await expect(verify(true, admin.userId)).rejects.toThrow('NOT_FOUND');
});

test('no registration is stored without a profession', async () => {
  const { database, patient } = await aWorld();
  const { userId } = await patient();
  const insert = `insert into practitioners (user_id, speciality, registration_number, registration_body) values ($1, 'dermatology', '1', 'RPPS')`;
  await expect(database.owner.query(insert, [userId])).rejects.toMatchObject({ code: '23502', column: 'profession' });
});

test('a registration is verified for one profession, which can change only after it was revoked', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const person = await world.practitioner({ verified: false });
  const document = { document: 'professional card', seen_by: 'Jeanne Diallo' };
  const verify = (is_verified: boolean, profession?: Profession) =>
    verifyPractitioner(world, admin.userId, { user_id: person.userId, is_verified, profession, document });
  expect(await verify(true, 'nurse')).toMatchObject({ is_verified: true, profession: 'nurse' });
  // If the call names no profession, the stored profession stays.
  expect(await verify(true)).toMatchObject({ is_verified: true, profession: 'nurse' });
  await expect(verify(true, 'doctor')).rejects.toThrow('INVALID_INPUT');
  await expect(admit(world, person, 'verifiedDoctor')).rejects.toThrow('DOCTORS_ONLY');
  await expect(
    world.database.owner.query(`update practitioners set profession = 'doctor' where user_id = $1`, [person.userId]),
  ).rejects.toThrow('a verified registration keeps its profession');
  await verify(false, 'doctor');
  expect(await listPractitioners(world)).toMatchObject([{ is_verified: false, profession: 'nurse' }]);
  expect(await verify(true, 'doctor')).toMatchObject({ is_verified: true, profession: 'doctor' });
  await expect(admit(world, person, 'verifiedDoctor')).resolves.toBeUndefined();
  const { rows } = await world.database.owner.query('select action, details from audit_log order by id');
  expect(rows.map(({ action, details }) => [action, details.profession])).toEqual([
    ['practitioner.verified', 'nurse'],
    ['practitioner.revoked', 'nurse'],
    ['practitioner.verified', 'doctor'],
  ]);
});

test('who_am_i returns the person and whether staff must still enrol a second factor', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner({ secondFactor: false, first_name: 'Hélène', last_name: 'Vasseur' });
  expect(await whoAmI(world, world.visitor())).toBeNull();
  expect(await whoAmI(world, doctor)).toMatchObject({
    first_name: 'Hélène',
    role: 'practitioner',
    profession: 'doctor',
    must_enrol_second_factor: true,
  });
  expect(await whoAmI(world, await world.patient())).toMatchObject({
    role: 'patient',
    profession: null,
    must_enrol_second_factor: false,
  });
});
