import { expect, test } from 'vitest';
import { aDraftedCase } from '../../../../test/a-case.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { getStudioCase, listMyCases, listStudioCases, requestPhotos, withdrawPhotoRequest } from '../index.ts';

const HOUR_MS = 3_600_000;
const wanted = { poses: ['front'], reason: 'too_dark', note: 'By a window, please.' } as const;
const mine = async (world: World, userId: string) => (await listMyCases(world, userId))[0];

test('reminds once before a due time, and grants the patient one redo when the time is missed', async () => {
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

test('counts no case as late while its doctor waits for photos', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  await requestPhotos(world, doctor, caseId, wanted);
  world.clock.advance(200 * HOUR_MS);
  await world.jobs.runNow('simulation.watchDueTimes', {});
  expect((await mine(world, patient.userId))?.redos_left).toBe(1);
});

test('a case that is late already is warned about only once, although its doctor then waits for photos', async () => {
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
