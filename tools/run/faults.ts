import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFakeS3 } from '../../server/test/fake-s3.ts';
import { freePort } from '../../server/test/service-process.ts';
import { type Check, numberOf, refuseBroken, report } from '../faults/check.ts';
import { clockJumps, movedClock } from '../faults/scenes/clock-jumps.ts';
import { databaseAway } from '../faults/scenes/database-away.ts';
import { eventStreams } from '../faults/scenes/event-streams.ts';
import { killed } from '../faults/scenes/killed.ts';
import { mailAway, relayAt } from '../faults/scenes/mail-away.ts';
import { diskFull, fullDisk } from '../faults/scenes/disk-full.ts';
import { photosIn, s3Fails } from '../faults/scenes/s3-fails.ts';
import { slowClients } from '../faults/scenes/slow-clients.ts';
import { openStand, type Stand, type StandOptions } from '../faults/stand.ts';
import { main, say, SetupError } from '../setup/say.mjs';
import { leaveWhenAsked } from './shutdown.ts';

const options = {
  only: { type: 'string', default: '' },
  rounds: { type: 'string', default: '50' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  away: { type: 'string', default: '30' },
  streams: { type: 'string', default: '2000' },
} as const;

/**
 * npm run faults [-- --only NAME --rounds 50 --seed N --away 30 --streams 2000]
 *
 * Breaks the parts that the service depends on, on this machine and in separate folders, and checks the result. In each
 * fault scenario, the service must recover without help. Exits non-zero if a check fails.
 */
await main(async () => {
  const { values } = parseArgs({ options });
  leaveWhenAsked();
  const of = (name: 'rounds' | 'seed' | 'away' | 'streams'): number => numberOf(name, values[name]);
  const [rounds, seed, away_ms, streams] = [of('rounds'), of('seed'), of('away') * 1000, of('streams')];
  const scenes: Record<string, () => Promise<Check[]>> = {
    killed: () => onStand({}, (stand) => killed(stand, { rounds, seed })),
    'database-away': () => onStand({}, (stand) => databaseAway(stand, { away_ms })),
    'disk-full': () => inFolder((folder) => onStand(fullDisk(folder), diskFull)),
    's3-fails': withS3,
    'mail-away': withRelayPort,
    'clock-jumps': () =>
      inFolder((folder) => onStand(movedClock(folder), (stand) => clockJumps(stand, { pause_ms: 11_000 }))),
    'slow-clients': () => onStand({}, (stand) => slowClients(stand, { clients: 100 })),
    'event-streams': () => onStand({}, (stand) => eventStreams(stand, { streams, idle_ms: 30_000 })),
  };
  const wanted = Object.entries(scenes).filter(([name]) => name.includes(values.only));
  if (wanted.length === 0)
    throw new SetupError(`No scene is named ${values.only}. There are: ${Object.keys(scenes).join(', ')}`);
  let broken = 0;
  for (const [name, play] of wanted) {
    const begun = performance.now();
    const checks = await play();
    say(`\n${name}  (${Math.round((performance.now() - begun) / 1000)} s)`);
    broken += report(checks);
  }
  refuseBroken(broken);
  say('\nAll of it holds.');
});

async function onStand(options: StandOptions, play: (stand: Stand) => Promise<Check[]>): Promise<Check[]> {
  const stand = await openStand(options);
  try {
    return await play(stand);
  } finally {
    await stand.close();
  }
}

async function inFolder(play: (folder: string) => Promise<Check[]>): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-faults-'));
  try {
    return await play(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withS3(): Promise<Check[]> {
  const s3 = await startFakeS3();
  try {
    return await onStand(photosIn(s3), (stand) => s3Fails(stand, s3));
  } finally {
    await s3.stop();
  }
}

async function withRelayPort(): Promise<Check[]> {
  const port = await freePort();
  return onStand(relayAt(port), (stand) => mailAway(stand, port));
}
