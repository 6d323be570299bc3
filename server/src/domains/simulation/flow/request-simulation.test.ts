import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase, aSignedCase } from '../../../../test/a-case.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { listMyCases } from '../index.ts';
import { getMyAllowance, requestSimulation } from './request-simulation.ts';

const setPlan = (world: World, userId: string, plan: 'free' | 'essential') =>
  world.db.updateTable('users').set({ plan }).where('id', '=', userId).execute();

test('the free plan allows one simulation', async () => {
  const world = await aWorld();
  const { userId } = (await aSignedCase(world)).patient;
  expect(await getMyAllowance(world, userId)).toEqual({ included: 1, left: 0, may_ask: false });
  await expect(requestSimulation(world, userId, randomUUID())).rejects.toMatchObject({ code: 'NO_SIMULATION_LEFT' });
});

test('a paid plan allows two simulations in twelve months, and two clicks count as one request', async () => {
  const world = await aWorld();
  const { userId } = (await aSignedCase(world)).patient;
  await setPlan(world, userId, 'essential');
  expect(await getMyAllowance(world, userId)).toEqual({ included: 2, left: 1, may_ask: true });
  world.clock.advance(60_000);
  const key = randomUUID();
  const [first, second] = await Promise.all([1, 2].map(() => requestSimulation(world, userId, key)));
  expect(first).toEqual(second);
  expect(first?.simulations_left).toBe(0);
  const [newest] = await listMyCases(world, userId);
  expect(newest).toMatchObject({ id: first?.case_id, status: 'received', plan: 'essential' });
  expect(await getMyAllowance(world, userId)).toMatchObject({ left: 0, may_ask: false });
  await expect(requestSimulation(world, userId, randomUUID())).rejects.toMatchObject({ code: 'ANOTHER_CASE_OPEN' });
});

test('a simulation is refused while another one is in progress, and without photos', async () => {
  const world = await aWorld();
  const { patient } = await aCase(world);
  await setPlan(world, patient.userId, 'essential');
  await expect(requestSimulation(world, patient.userId, randomUUID())).rejects.toMatchObject({
    code: 'ANOTHER_CASE_OPEN',
  });
  const other = await world.patient();
  await expect(requestSimulation(world, other.userId, randomUUID())).rejects.toMatchObject({
    code: 'PHOTOS_INCOMPLETE',
  });
});
