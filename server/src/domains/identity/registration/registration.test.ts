import { expect, test, vi } from 'vitest';
import { codeOf } from '../../../../test/code-of.ts';
import { aDoctorRegister } from '../../../../test/a-doctor-register.ts';
import { aWorld, PASSWORD, type World } from '../../../../test/world.ts';
import { admit } from '../policy.ts';
import { listPractitioners, verifyPractitioner } from '../verify-practitioner.ts';

const NUMBERS = ['10000000009', '10000000017', '10000000025', '10000000033'] as const;
const paper = { document: 'Professional card of 2024', seen_by: 'Jeanne Diallo' };

/** Returns a doctor who claims to be in the French register. */
async function aDoctor(
  world: World,
  { number = NUMBERS[0] as string, verified = false, body = 'RPPS', name = 'Vasseur' } = {},
) {
  const email = `${number}@example.org`;
  const doctor = await world.practitioner({ verified, last_name: name, email });
  const registration = { registration_number: number, registration_body: body };
  await world.db.updateTable('practitioners').set(registration).where('user_id', '=', doctor.userId).execute();
  return { ...doctor, email };
}

async function aRegisteredWorld() {
  const register = await aDoctorRegister();
  const world = await aWorld({ annuaireSante: { url: register.url, key: register.key } });
  return { register, world, admin: await world.admin() };
}

const recheck = (world: World) => world.jobs.runNow('identity.recheckRegistrations', {});
const verify = (world: World, admin: { userId: string }, doctor: { userId: string }, document?: typeof paper) =>
  verifyPractitioner(world, admin.userId, { user_id: doctor.userId, is_verified: true, document });
const checksOf = (world: World) =>
  world.db.selectFrom('registration_checks').selectAll().orderBy('first_at').orderBy('outcome').execute();

test('a registration that the register confirms is verified without a document, and the answer is stored', async () => {
  const { register, world, admin } = await aRegisteredWorld();
  const doctor = await aDoctor(world, { number: '1000 000 0009' });
  register.people.set(NUMBERS[0], [{ family: 'VASSEUR' }]);
  expect(await listPractitioners(world)).toMatchObject([{ is_looked_up: true, last_check: null }]);
  expect(await verify(world, admin, doctor)).toMatchObject({
    is_verified: true,
    last_check: { source: 'annuaire_sante', outcome: 'active', document: null, last_at: '2026-11-20T09:00:00.000Z' },
  });
  const query = new URL(register.asked[0] ?? '', 'http://register').searchParams;
  expect(query.get('identifier')).toBe(`https://rpps.esante.gouv.fr|${NUMBERS[0]}`);
  const [kept] = await checksOf(world);
  expect(kept).toMatchObject({ registration_number: NUMBERS[0], checked_by: admin.userId });
  expect(kept?.answer).toEqual({
    id: `${NUMBERS[0]}-0`,
    active: true,
    names: ['Hélène VASSEUR'],
    professions: ['10'],
  });
});

test('a person whom the register denies is not verified, even with a document', async () => {
  const { register, world, admin } = await aRegisteredWorld();
  const doctor = await aDoctor(world);
  const refused = () =>
    verify(world, admin, doctor, paper).then(
      () => 'verified',
      (error) => error.data.outcome,
    );
  expect(await refused()).toBe('absent');
  register.people.set(NUMBERS[0], [{ family: 'Vasseur', active: false }]);
  expect(await refused()).toBe('inactive');
  register.people.set(NUMBERS[0], [{ family: 'Vasseur', profession: '21' }]);
  expect(await refused()).toBe('other_profession');
  register.people.set(NUMBERS[0], [{ family: 'Vasseur', system: 'https://adeli.esante.gouv.fr' }]);
  expect(await refused()).toBe('absent');
  await expect(admit(world, doctor, 'verifiedDoctor')).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');
  expect((await checksOf(world)).map(({ outcome }) => outcome)).not.toContain('seen');
  // The register lists a person with both professions twice.
  register.people.set(NUMBERS[0], [{ family: 'Vasseur', profession: '21' }, { family: 'Vasseur' }]);
  expect(await refused()).toBe('verified');
});

test('a verification that is revoked during a second one is only stored again after a new check', async () => {
  const { register, world, admin } = await aRegisteredWorld();
  const doctor = await aDoctor(world);
  register.people.set(NUMBERS[0], [{ family: 'Vasseur' }]);
  await verify(world, admin, doctor);
  /** Verifies again. `between` runs just before the transaction of this call begins. */
  const verifyWith = (between: () => Promise<unknown>) => {
    const begin = () => world.db.transaction();
    const late = Object.assign(begin(), {
      execute: async (work: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
        await between();
        return begin().execute(work);
      },
    });
    vi.spyOn(world.db, 'transaction').mockReturnValueOnce(late);
    return codeOf(verify(world, admin, doctor));
  };
  const revoke = () => verifyPractitioner(world, admin.userId, { user_id: doctor.userId, is_verified: false });
  const isVerified = async () => (await listPractitioners(world)).map(({ is_verified }) => is_verified);
  expect(await verifyWith(revoke)).toBe('done');
  expect(register.asked).toHaveLength(2);
  expect(await isVerified()).toEqual([true]);
  register.people.delete(NUMBERS[0]);
  expect(await verifyWith(revoke)).toBe('REGISTRATION_NOT_CONFIRMED');
  expect(await isVerified()).toEqual([false]);
});

test('the register confirms a nurse as a nurse, and neither profession as the other', async () => {
  const { register, world, admin } = await aRegisteredWorld();
  const person = await aDoctor(world);
  const as = (profession: 'doctor' | 'nurse') =>
    verifyPractitioner(world, admin.userId, { user_id: person.userId, is_verified: true, profession }).then(
      (row) => row.profession,
      (error) => error.data.outcome,
    );
  register.people.set(NUMBERS[0], [{ family: 'Vasseur' }]);
  expect(await as('nurse')).toBe('other_profession');
  register.people.set(NUMBERS[0], [{ family: 'Vasseur', profession: '60' }]);
  expect(await as('doctor')).toBe('other_profession');
  await expect(admit(world, person, 'verifiedPractitioner')).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');
  expect(await as('nurse')).toBe('nurse');
  await expect(admit(world, person, 'verifiedDoctor')).rejects.toThrow('DOCTORS_ONLY');
  // The nightly check queries the register about a nurse, not about a doctor.
  await recheck(world);
  await expect(admit(world, person, 'verifiedPractitioner')).resolves.toBeUndefined();
});

test('a register entry without a profession confirms no registration, but can still report one as inactive', async () => {
  const { register, world, admin } = await aRegisteredWorld();
  const doctor = await aDoctor(world);
  const unnamed = { family: 'Vasseur', profession: null };
  const outcomeOf = (entries: Parameters<typeof register.people.set>[1]) => {
    register.people.set(NUMBERS[0], entries);
    return verify(world, admin, doctor).then(
      () => 'verified',
      (error) => error.data.outcome,
    );
  };
  expect(await outcomeOf([unnamed])).toBe('unreachable');
  expect(await outcomeOf([{ ...unnamed, active: false }])).toBe('inactive');
  expect(await outcomeOf([unnamed, { family: 'Vasseur', profession: '60' }])).toBe('other_profession');
  expect(await outcomeOf([unnamed, { family: 'Vasseur' }])).toBe('verified');
});

test('a document is accepted if the register has another name or gives no answer', async () => {
  const { register, world, admin } = await aRegisteredWorld();
  const married = await aDoctor(world, { name: 'Vasseur-Petit' });
  register.people.set(NUMBERS[0], [{ family: 'Lenoir' }]);
  expect(await codeOf(verify(world, admin, married))).toBe('REGISTRATION_NOT_CONFIRMED');
  expect(await verify(world, admin, married, paper)).toMatchObject({ is_verified: true });
  expect((await checksOf(world)).map(({ outcome }) => outcome)).toEqual(['other_person', 'seen']);
  const waiting = await aDoctor(world, { number: NUMBERS[1] });
  register.people.set(NUMBERS[1], [{ family: 'Vasseur' }]);
  for (const mood of ['away', 'speechless', 'faulty'] as const) {
    register.mood = mood;
    const answer = await verify(world, admin, waiting).catch((error) => error);
    expect([answer.code, answer.data.outcome]).toEqual(['REGISTRATION_NOT_CONFIRMED', 'unreachable']);
  }
  expect(await verify(world, admin, waiting, paper)).toMatchObject({
    is_verified: true,
    last_check: { source: 'document', outcome: 'seen', document: paper },
  });
});

test('a document and a witness are required if no register is configured, or none covers the registration body', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const browser = world.browserOf(admin);
  const doctor = await aDoctor(world);
  const ask = (document: object | null) =>
    browser.post('/rpc/admin_verify_practitioner', { user_id: doctor.userId, is_verified: true, document });
  expect((await ask(null)).json.data.fields).toEqual({ document: ['required'] });
  expect((await ask({ document: 'card', seen_by: ' ' })).status).toBe(400);
  expect((await ask(paper)).json).toMatchObject({
    is_verified: true,
    is_looked_up: false,
    last_check: { document: paper },
  });
  expect(await checksOf(world)).toMatchObject([{ source: 'document', checked_by: admin.userId, answer: paper }]);
  const { world: other, register, admin: theirs } = await aRegisteredWorld();
  const foreign = await aDoctor(other, { body: 'GMC', number: '7' });
  expect(await codeOf(verify(other, theirs, foreign))).toBe('INVALID_INPUT');
  expect(register.asked).toEqual([]);
});

test('a registration number that cannot be valid is neither stored nor verified', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const wrong = await aDoctor(world, { number: '10000000008' });
  const refusal = await verify(world, admin, wrong, paper).catch((error) => error);
  expect([refusal.code, refusal.data.outcome]).toEqual(['REGISTRATION_NOT_CONFIRMED', 'malformed']);
  const { userId: user_id } = await world.patient();
  const registration = {
    profession: 'doctor',
    speciality: 'dermatology',
    registration_number: '10000000008',
    registration_body: 'RPPS',
  };
  const given = await world
    .browserOf(admin)
    .post('/rpc/admin_set_user_role', { user_id, role: 'practitioner', reason: 'joined', registration });
  expect(given.json.data.fields).toEqual({ 'registration.registration_number': ['malformed'] });
});

test('the nightly check suspends a practitioner whose registration is lost, and notifies every administrator', async () => {
  const { register, world } = await aRegisteredWorld();
  await world.admin();
  const [stays, leaves, foreign] = [
    await aDoctor(world, { verified: true }),
    await aDoctor(world, { number: NUMBERS[1], verified: true, name: 'Aubry' }),
    await aDoctor(world, { number: '7', body: 'GMC', verified: true }),
  ];
  register.people.set(NUMBERS[0], [{ family: 'Vasseur' }]);
  register.people.set(NUMBERS[1], [{ family: 'Aubry' }]);
  await recheck(world);
  world.clock.advance(86_400_000);
  await recheck(world);
  expect(register.asked).toHaveLength(4);
  // While the answer does not change, one row stores the first and the last night of this answer.
  expect((await checksOf(world)).map(({ first_at, last_at }) => last_at.getTime() - first_at.getTime())).toEqual([
    86_400_000, 86_400_000,
  ]);
  register.people.set(NUMBERS[1], [{ family: 'Aubry', active: false }]);
  await recheck(world);
  await expect(admit(world, stays, 'verifiedDoctor')).resolves.toBeUndefined();
  await expect(admit(world, foreign, 'verifiedDoctor')).resolves.toBeUndefined();
  await expect(admit(world, leaves, 'verifiedDoctor')).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');
  expect((await world.browserOf(leaves).post('/rpc/who_am_i')).json.user).toBeNull();
  const entered = await world.browser().post('/api/auth/sign-in/email', { email: leaves.email, password: PASSWORD });
  expect(entered.json.code).toBe('ACCOUNT_SUSPENDED');
  const mails = await world.mails();
  expect(mails.filter(({ to }) => to === leaves.email).map(({ subject }) => subject)).toEqual([
    'Your account is suspended',
  ]);
  const told = mails.filter(({ subject }) => subject.startsWith('A doctor’s registration'));
  expect(told).toHaveLength(2);
  expect(told[0]?.text).toContain('Aubry');
  const { rows } = await world.database.owner.query('select action, actor_id, subject_id from audit_log order by id');
  expect(rows).toEqual([
    { action: 'practitioner.revoked', actor_id: 'system', subject_id: leaves.userId },
    { action: 'user.suspended', actor_id: 'system', subject_id: leaves.userId },
  ]);
  await recheck(world);
  expect(await world.mails()).toHaveLength(mails.length);
});

test('if the register is down or knows none of the practitioners, none is suspended and the job fails', async () => {
  const { register, world } = await aRegisteredWorld();
  const doctors = [
    await aDoctor(world, { number: NUMBERS[0], verified: true }),
    await aDoctor(world, { number: NUMBERS[1], verified: true }),
    await aDoctor(world, { number: NUMBERS[2], verified: true }),
  ] as const;
  register.mood = 'away';
  await expect(recheck(world)).rejects.toThrow('gave no answer about 3 doctors');
  register.mood = 'works';
  await expect(recheck(world)).rejects.toThrow('Nobody was suspended');
  for (const doctor of doctors) await expect(admit(world, doctor, 'verifiedDoctor')).resolves.toBeUndefined();
  // If only one of several doctors is missing from the register, that doctor is suspended.
  for (const number of NUMBERS.slice(0, 2)) register.people.set(number, [{ family: 'Vasseur' }]);
  await recheck(world);
  await expect(admit(world, doctors[0], 'verifiedDoctor')).resolves.toBeUndefined();
  await expect(admit(world, doctors[2], 'verifiedDoctor')).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');
});

test('an error about one practitioner does not prevent the suspension of another whose registration is lost', async () => {
  const { register, world } = await aRegisteredWorld();
  const [bad, lost] = [
    await aDoctor(world, { number: NUMBERS[0], verified: true }),
    await aDoctor(world, { number: NUMBERS[1], verified: true }),
  ] as const;
  register.people.set(NUMBERS[0], [{ family: 'Vasseur' }]);
  const refuse = `create function refuse_check() returns trigger language plpgsql as $$ begin
      raise 'not stored'; end $$;
    create trigger refuse_check before insert on registration_checks for each row
      when (new.user_id = '${bad.userId}') execute function refuse_check()`;
  await world.database.owner.query(refuse);
  await expect(recheck(world)).rejects.toThrow('not stored');
  await expect(admit(world, bad, 'verifiedDoctor')).resolves.toBeUndefined();
  await expect(admit(world, lost, 'verifiedDoctor')).rejects.toThrow('PRACTITIONER_NOT_VERIFIED');
});

test('the nightly check queries no register if none is configured', async () => {
  const world = await aWorld();
  const doctor = await aDoctor(world, { verified: true });
  await recheck(world);
  await expect(admit(world, doctor, 'verifiedDoctor')).resolves.toBeUndefined();
  expect(await checksOf(world)).toEqual([]);
});
