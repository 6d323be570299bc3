import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { verifyTimestamp } from '#server/platform/timestamps/verify-timestamp.ts';
import { aSignedCase } from '../../../../test/a-case.ts';
import { aTimestampAuthority } from '../../../../test/a-timestamp-authority.ts';
import { aWorld } from '../../../../test/world.ts';
import { getMySimulation, verifySignature } from '../index.ts';
import { getSignatureProof } from './signature-proof.ts';
import { insertTimestamp } from './timestamps.queries.ts';

test('the timestamp of a seal is fetched when the service is up again, and is shown with the proof', async () => {
  const service = await aTimestampAuthority();
  service.mood = 'away';
  const world = await aWorld({ timestamps: service });
  // The case is signed although the timestamp service is down, because signing does not wait for that service.
  const { patient, caseId } = await aSignedCase(world);
  await world.jobs.runNow('simulation.fetchTimestamps', {});
  expect(await getSignatureProof(world, patient, caseId)).toMatchObject({ timestamp: null });
  expect(service.asked).toBe(1);

  service.mood = 'works';
  await world.jobs.runNow('simulation.fetchTimestamps', {});
  await world.jobs.runNow('simulation.fetchTimestamps', {});
  expect(service.asked).toBe(2);
  const { seal, timestamp, content } = await getSignatureProof(world, patient, caseId);
  expect(timestamp?.authority).toBe('Test Timestamps');
  // The stored token and its certificates are enough to check the timestamp.
  const token = Buffer.from(timestamp?.token ?? '', 'base64');
  const { at } = await verifyTimestamp(token, seal, timestamp?.chain);
  expect(at.toISOString()).toBe(timestamp?.stamped_at);

  const { verification_code } = (await getMySimulation(world, patient.userId, caseId)).signature;
  expect((await verifySignature(world, verification_code)).proof).toMatchObject({ seal, timestamp });

  // If a second process fetches another token for the same signature, the second token is ignored.
  const other = { token: Buffer.from('x'), chain: 'x', authority: 'x', stamped_at: new Date(0) };
  await withSystem(world.system, (tx) =>
    insertTimestamp(tx, { case_id: caseId, version: JSON.parse(content).version, ...other }),
  );
  expect((await getSignatureProof(world, patient, caseId)).timestamp).toEqual(timestamp);
});

test('a run stops after one request if the timestamp service fails, but not if it refuses one hash', async () => {
  const service = await aTimestampAuthority();
  const world = await aWorld({ timestamps: service });
  await aSignedCase(world);
  await aSignedCase(world);
  const ends: [string, number, string][] = [];
  for (const mood of ['away', 'busy', 'moved', 'chats', 'elsewhere', 'refuses'] as const) {
    Object.assign(service, { mood, asked: 0 });
    const run = world.jobs.runNow('simulation.fetchTimestamps', {});
    const end = await run.then(
      () => 'ends',
      () => 'fails',
    );
    ends.push([mood, service.asked, end]);
  }
  expect(ends).toEqual([
    ['away', 1, 'ends'],
    ['busy', 1, 'ends'],
    ['moved', 1, 'fails'],
    ['chats', 1, 'fails'],
    ['elsewhere', 1, 'fails'],
    ['refuses', 2, 'fails'],
  ]);
});

test('a run stops after one request and fails if the certificates of the service have another root', async () => {
  const [service, stranger] = [await aTimestampAuthority(), await aTimestampAuthority()];
  const world = await aWorld({ timestamps: { url: service.url, roots: stranger.roots } });
  await aSignedCase(world);
  await aSignedCase(world);
  await expect(world.jobs.runNow('simulation.fetchTimestamps', {})).rejects.toThrow('certificate');
  expect(service.asked).toBe(1);
});

test('a run fails if the service is down and a signature has waited for a day', async () => {
  let now = () => new Date();
  const service = await aTimestampAuthority({ now: () => now() });
  const world = await aWorld({ timestamps: service });
  now = () => world.clock.now();
  const run = () =>
    world.jobs.runNow('simulation.fetchTimestamps', {}).then(
      () => 'ends',
      () => 'fails',
    );
  const HOUR_MS = 3_600_000;
  await aSignedCase(world);
  expect(await run()).toBe('ends');
  world.clock.advance(23 * HOUR_MS);
  await aSignedCase(world);
  service.mood = 'away';
  // The newest timestamp is older than a day, but the signature has waited for 23 hours only.
  world.clock.advance(23 * HOUR_MS);
  expect(await run()).toBe('ends');
  world.clock.advance(HOUR_MS + 1);
  expect(await run()).toBe('fails');
  service.mood = 'works';
  expect(await run()).toBe('ends');
  // Timestamps exist again, so the next outage counts from here.
  await aSignedCase(world);
  service.mood = 'away';
  expect(await run()).toBe('ends');
});

test('no timestamp is fetched if no service is configured, and the signature remains valid', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  await world.jobs.runNow('simulation.fetchTimestamps', {});
  expect(await getSignatureProof(world, patient, caseId)).toMatchObject({ timestamp: null });
});
