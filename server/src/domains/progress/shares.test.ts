import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aWorld, type World } from '../../../test/world.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { getDashboardSummary } from './get-dashboard-summary.ts';
import { noteShare } from './shares.ts';

const ZONE = 'Europe/Paris';
const summaryOf = (world: World, { userId }: SignedIn) => getDashboardSummary(world, userId, ZONE, 'en');

test('one click counts as one share, and at most fifty count per day', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const share = { way: 'copy' as const, idempotency_key: randomUUID() };
  await noteShare(world, patient.userId, share);
  expect(await noteShare(world, patient.userId, share)).toEqual({ shares_friends: 1 });
  for (let n = 1; n < 50; n++) await noteShare(world, patient.userId, { way: 'sms', idempotency_key: randomUUID() });
  await expect(noteShare(world, patient.userId, { way: 'sms', idempotency_key: randomUUID() })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    data: { retry_after_s: 86_400 },
  });
  expect((await summaryOf(world, patient)).progress.shares_friends).toBe(50);
});
