import { expect, test } from 'vitest';
import { aCase, aDraftedCase } from '../../../../test/a-case.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import {
  assignCase,
  getStudioCase,
  listMyCases,
  listStudioCases,
  requestPhotos,
  takeCase,
  withdrawPhotoRequest,
} from '../index.ts';

const HOUR_MS = 3_600_000;
const wanted = { poses: ['front'], reason: 'too_dark', note: 'By a window, please.' } as const;
const mine = async (world: World, userId: string) => (await listMyCases(world, userId))[0];

test('the doctor is reminded once before a due time, and the patient gets one redo when it is missed', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const watch = () => world.jobs.runNow('simulation.watchDueTimes', {});
  const kinds = async () => (await getStudioCase(world, doctor, caseId)).history.map(({ kind }) => kind);
  await watch();
  expect(await kinds()).not.toContain('due_soon');
  world.clock.advance(61 * HOUR_MS);
  await watch();
  await watch();
  expect((await kinds()).filter((kind) => kind === 'due_soon')).toHaveLength(1);
  world.clock.advance(12 * HOUR_MS);
  await watch();
  await watch();
  expect((await kinds()).filter((kind) => kind === 'late')).toHaveLength(1);
  expect((await mine(world, patient.userId))?.redos_left).toBe(2);
  const late = { status: 'open', filter: 'late', limit: 50 } as const;
  expect((await listStudioCases(world, doctor, late)).rows).toHaveLength(1);
});

test('no case counts as late while its doctor waits for photos', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  await requestPhotos(world, doctor, caseId, wanted);
  world.clock.advance(200 * HOUR_MS);
  await world.jobs.runNow('simulation.watchDueTimes', {});
  expect((await mine(world, patient.userId))?.redos_left).toBe(1);
});

test('a late case gets only one warning, even if its doctor requests photos afterwards', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const watch = () => world.jobs.runNow('simulation.watchDueTimes', {});
  world.clock.advance(73 * HOUR_MS);
  await watch();
  const due = (await mine(world, patient.userId))?.due_at;
  await requestPhotos(world, doctor, caseId, wanted);
  world.clock.advance(2 * HOUR_MS);
  await withdrawPhotoRequest(world, doctor, caseId);
  await watch();
  expect(await mine(world, patient.userId)).toMatchObject({ redos_left: 2, due_at: due });
  const { history } = await getStudioCase(world, doctor, caseId);
  expect(history.filter(({ kind }) => kind === 'late')).toHaveLength(1);
});

test('the open cases of a suspended doctor return to the queue, and another doctor continues the draft', async () => {
  const world = await aWorld();
  const [suspended, other] = [await world.practitioner(), await world.practitioner()];
  const worked = await aDraftedCase(world, suspended, { pictures: false });
  const assigned = await aCase(world);
  await assignCase(world, other, assigned.caseId, suspended.userId);
  const others = await aDraftedCase(world, other, { pictures: false });
  const watch = () => world.jobs.runNow('simulation.watchDueTimes', {});
  // The doctor has been reminded of the due time.
  world.clock.advance(61 * HOUR_MS);
  await watch();
  const ofCase = async (id: string) => (await getStudioCase(world, other, id)).history.map(({ kind }) => kind);
  const before = await ofCase(others.caseId);

  await world.database.owner.query('update users set suspended_at = now() where id = $1', [suspended.userId]);
  const mailsBefore = (await world.mails()).length;
  await watch();
  await watch();
  const free = { status: 'open', filter: 'unassigned', limit: 50 } as const;
  const { rows } = await listStudioCases(world, other, free);
  expect(rows.map(({ id }) => id).sort()).toEqual([worked.caseId, assigned.caseId].sort());
  expect(await ofCase(others.caseId)).toEqual(before);
  const kinds = await ofCase(worked.caseId);
  expect(kinds.filter((kind) => kind === 'released')).toHaveLength(1);
  // Only the suspended doctor got the first reminder, so the reminder is sent again.
  expect(kinds.filter((kind) => kind === 'due_soon')).toHaveLength(2);
  const logged = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id'])
    .where('action', '=', 'case.released')
    .execute();
  expect(logged.map(({ actor_id, subject_id }) => [actor_id, subject_id]).sort()).toEqual(
    [worked, assigned].map(({ caseId }) => ['system', caseId]).sort(),
  );
  // No other doctor has the cases yet, so the former doctor gets no email.
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', suspended.userId)
    .executeTakeFirstOrThrow();
  expect((await world.mails()).slice(mailsBefore).filter(({ to }) => to.includes(email))).toEqual([]);
  expect(await takeCase(world, other, worked.caseId)).toMatchObject({
    practitioner_id: other.userId,
    draft: { version: 1 },
  });
});
