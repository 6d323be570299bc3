import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';
import { requireCallerIs, requireRole, requireStaff, requireUser, requireVerifiedPractitioner } from './index.ts';
import { listPractitioners, verifyPractitioner } from './verify-practitioner.ts';
import { whoAmI } from './who-am-i.ts';

test('a visitor is nobody, and a patient is no doctor', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  expect(() => requireUser(world.visitor())).toThrow('UNAUTHENTICATED');
  expect(() => requireRole(world.visitor(), 'admin')).toThrow('UNAUTHENTICATED');
  expect(() => requireRole(patient, 'practitioner')).toThrow('FORBIDDEN');
  expect(() => requireCallerIs(patient, crypto.randomUUID())).toThrow('NOT_THE_CALLER');
  expect(requireUser(patient)).toBe(patient);
});

test('trust 16: a doctor needs a second factor, then a verified registration', async () => {
  const world = await aWorld();
  const open = await world.practitioner();
  const single = await world.practitioner({ secondFactor: false });
  const unverified = await world.practitioner({ verified: false });

  expect(() => requireStaff(single, 'practitioner')).toThrow('SECOND_FACTOR_REQUIRED');
  await expect(requireVerifiedPractitioner(world, single)).rejects.toThrow('SECOND_FACTOR_REQUIRED');
  await expect(requireVerifiedPractitioner(world, unverified)).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');
  await expect(requireVerifiedPractitioner(world, await world.admin())).rejects.toThrow('FORBIDDEN');
  expect(await requireVerifiedPractitioner(world, open)).toBe(open);
});

test('an administrator verifies and revokes, and the audit log keeps both', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const doctor = await world.practitioner({ verified: false });

  expect(await listPractitioners(world)).toMatchObject([
    { user_id: doctor.userId, is_verified: false, verified_at: null },
  ]);
  const verified = await verifyPractitioner(world, admin.userId, doctor.userId, true);
  expect(verified).toMatchObject({ is_verified: true, verified_at: world.clock.now().toISOString() });
  await verifyPractitioner(world, admin.userId, doctor.userId, true);
  await verifyPractitioner(world, admin.userId, doctor.userId, false);
  await expect(requireVerifiedPractitioner(world, doctor)).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');

  const { rows } = await world.database.owner.query('select action, actor_id, subject_id from audit_log order by id');
  const entry = { actor_id: admin.userId, subject_id: doctor.userId };
  expect(rows).toEqual([
    { ...entry, action: 'practitioner.verified' },
    { ...entry, action: 'practitioner.revoked' },
  ]);
  await expect(verifyPractitioner(world, admin.userId, admin.userId, true)).rejects.toThrow('NOT_FOUND');
});

test('who_am_i says who it is and whether staff still have to enrol', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner({ secondFactor: false, first_name: 'Hélène', last_name: 'Vasseur' });
  expect(await whoAmI(world, world.visitor())).toBeNull();
  expect(await whoAmI(world, doctor)).toMatchObject({
    first_name: 'Hélène',
    role: 'practitioner',
    must_enrol_second_factor: true,
  });
  expect(await whoAmI(world, await world.patient())).toMatchObject({
    role: 'patient',
    must_enrol_second_factor: false,
  });
});
