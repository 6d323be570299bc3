import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aWorld, type World } from '../../../test/world.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { getDashboardSummary } from './get-dashboard-summary.ts';
import { noteShare } from './shares.ts';

const ZONE = 'Europe/Paris';
const summaryOf = (world: World, { userId }: SignedIn) => getDashboardSummary(world, userId, ZONE, 'en');

test('a click on sharing that is sent twice counts once, and at most fifty shares count per day', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const share = { way: 'copy' as const, idempotency_key: randomUUID(), time_zone: ZONE };
  await noteShare(world, patient.userId, share);
  expect(await noteShare(world, patient.userId, share)).toEqual({ shares_friends: 1 });
  for (let n = 1; n < 50; n++)
    await noteShare(world, patient.userId, { ...share, way: 'sms', idempotency_key: randomUUID() });
  await expect(
    noteShare(world, patient.userId, { ...share, way: 'sms', idempotency_key: randomUUID() }),
  ).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    data: { retry_after_s: 86_400 },
  });
  expect((await summaryOf(world, patient)).progress.shares_friends).toBe(50);
});

test('the number of shares of this calendar month is counted in the time zone of the person', async () => {
  const world = await aWorld({ now: new Date('2026-11-30T22:30:00Z') });
  const patient = await world.patient();
  const share = () => noteShare(world, patient.userId, { way: 'copy', idempotency_key: randomUUID(), time_zone: ZONE });
  expect(await share()).toEqual({ shares_friends: 1 });
  // At this instant it is midnight in Paris, and December begins.
  world.clock.set(new Date('2026-11-30T23:00:00Z'));
  expect(await share()).toEqual({ shares_friends: 1 });
  expect((await summaryOf(world, patient)).progress.shares_friends).toBe(1);
});
