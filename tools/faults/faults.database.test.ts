import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Check } from './check.ts';
import { clockJumps, movedClock } from './scenes/clock-jumps.ts';
import { databaseAway } from './scenes/database-away.ts';
import { eventStreams } from './scenes/event-streams.ts';
import { killed } from './scenes/killed.ts';
import { diskFull, fullDisk } from './scenes/disk-full.ts';
import { openStand, type Stand } from './stand.ts';

/**
 * `npm run faults` runs the same fault scenarios for longer. All scenarios share one service and database, so each
 * scenario leaves both as it found them.
 */
const PATIENCE_MS = 180_000;
let folder: string;
let stand: Stand;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flaira-faults-'));
  const [disk, clock] = [fullDisk(folder), movedClock(folder)];
  stand = await openStand({
    env: { ...disk.env, ...clock.env },
    preload: [...(disk.preload ?? []), ...(clock.preload ?? [])],
  });
}, PATIENCE_MS);

afterAll(async () => {
  await stand?.close();
  rmSync(folder, { recursive: true, force: true });
});

const broken = (checks: readonly Check[]): string[] =>
  checks.filter(({ holds }) => !holds).map(({ what, found }) => `${what}: ${found}`);

test('trust 25: after the app and the database were killed under load, no confirmed change is lost or half done', {
  timeout: PATIENCE_MS,
}, async () => {
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  expect(broken(await killed(stand, { rounds: 3, seed }))).toEqual([]);
});

test('while the database is away, every 503 has a Retry-After header, and afterwards no confirmed change is missing', {
  timeout: PATIENCE_MS,
}, async () => {
  expect(broken(await databaseAway(stand, { away_ms: 2_000 }))).toEqual([]);
});

test('on a full disk the service only refuses photos, with a request to try again later', {
  timeout: PATIENCE_MS,
}, async () => {
  expect(broken(await diskFull(stand))).toEqual([]);
});

test('if the clock jumps, no session ends early and no job runs more often', { timeout: PATIENCE_MS }, async () => {
  expect(broken(await clockJumps(stand, { pause_ms: 100 }))).toEqual([]);
});

test('one live event reaches every open stream', { timeout: PATIENCE_MS }, async () => {
  expect(broken(await eventStreams(stand, { streams: 100, idle_ms: 0 }))).toEqual([]);
});
