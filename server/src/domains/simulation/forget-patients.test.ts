import { expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aDraftedCase, aPatientWithPhotos, signing } from '../../../test/a-case.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { signAndPublish } from './sign-and-publish.ts';

const YEAR_DAYS = 365.25;
const daysLater = (world: World, days: number) => world.clock.advance(days * 86_400_000);
/** Sets the fake clock to the time of the person's last contact. The database stored this time from its own clock. */
async function atLastContact(world: World, userId: string): Promise<void> {
  const { last_contact_at } = await world.db
    .selectFrom('users')
    .select('last_contact_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  world.clock.set(last_contact_at);
}

const isKnown = async (world: World, userId: string): Promise<boolean> =>
  (await world.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined;

const count = async (world: World, table: 'photos' | 'photo_objects' | 'cases' | 'consents'): Promise<number> =>
  (await withSystem(world.system, (tx) => tx.selectFrom(table).selectAll().execute())).length;

test('trust 4: a prospect is forgotten three years after the last contact, pictures and keys included', async () => {
  const world = await aWorld();
  const { userId } = await aPatientWithPhotos(world);
  await atLastContact(world, userId);
  daysLater(world, 3 * YEAR_DAYS - 5);
  await world.jobs.runNow('simulation.forgetPatients', {});
  expect(await isKnown(world, userId)).toBe(true);

  daysLater(world, 10);
  await world.jobs.runNow('simulation.forgetPatients', {});
  await world.outbox.drain();
  expect(await isKnown(world, userId)).toBe(false);
  for (const table of ['photos', 'photo_objects', 'cases', 'consents'] as const)
    expect([table, await count(world, table)]).toEqual([table, 0]);
  const entry = await world.db
    .selectFrom('audit_log')
    .select(['action', 'patient_id'])
    .where('action', '=', 'patient.forgotten')
    .execute();
  expect(entry).toEqual([{ action: 'patient.forgotten', patient_id: userId }]);
});

test('trust 4: a signed plan is kept twenty years; staff and members on a paid plan are not prospects', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  const member = await world.patient({ plan: 'plus' });
  await atLastContact(world, patient.userId);
  daysLater(world, 19 * YEAR_DAYS);
  await world.jobs.runNow('simulation.forgetPatients', {});
  expect(await isKnown(world, patient.userId)).toBe(true);

  daysLater(world, 2 * YEAR_DAYS);
  await world.jobs.runNow('simulation.forgetPatients', {});
  expect(await isKnown(world, patient.userId)).toBe(false);
  expect(await isKnown(world, member.userId)).toBe(true);
  expect(await isKnown(world, doctor.userId)).toBe(true);
});

test('an erasure that fails does not delay the erasure of other people, and is tried again', async () => {
  const world = await aWorld();
  const stuck = await world.patient();
  const next = await world.patient();
  await atLastContact(world, next.userId);
  daysLater(world, 4 * YEAR_DAYS);
  vi.spyOn(world.personal, 'erase').mockRejectedValueOnce(new Error('stuck'));
  const run = () => world.jobs.runNow('simulation.forgetPatients', {});
  await expect(run()).rejects.toThrow('stuck');
  expect([await isKnown(world, stuck.userId), await isKnown(world, next.userId)]).toEqual([true, false]);
  await run();
  expect(await isKnown(world, stuck.userId)).toBe(false);
});

test('the three years until a patient is forgotten count from the newest use of a sign-in session', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const old = new Date(Date.now() - 4 * YEAR_DAYS * 86_400_000);
  const users = () => world.db.updateTable('users').where('id', '=', patient.userId);
  await users().set({ last_contact_at: old }).execute();
  await world.db
    .updateTable('sessions')
    .set({ updated_at: new Date() })
    .where('user_id', '=', patient.userId)
    .execute();
  world.clock.set(new Date());
  await world.jobs.runNow('simulation.forgetPatients', {});
  expect(await isKnown(world, patient.userId)).toBe(true);
});
