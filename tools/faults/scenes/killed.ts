import { setTimeout as pause } from 'node:timers/promises';
import { audit, settle } from '../audit.ts';
import { type Check, equals, noted, randomFrom } from '../check.ts';
import { startLoad } from '../load.ts';
import type { Stand } from '../stand.ts';

/** The longest time from the beginning of a round to the kill. */
const LONGEST_MS = 1_200;

/** Kills the app or the database at random moments under a mixed load. Each time, it starts the killed one again. */
export async function killed(stand: Stand, { rounds, seed }: { rounds: number; seed: number }): Promise<Check[]> {
  const random = randomFrom(seed);
  const load = await startLoad(stand);
  const exported = await load.ledger.people[0]?.browser.post('/rpc/request_my_export');
  const kills = { app: 0, database: 0 };
  for (let round = 0; round < rounds; round++) {
    await load.more(1);
    await pause(random() * LONGEST_MS);
    // The first two rounds kill the app once and the database once.
    const kind = round < 2 ? (['app', 'database'] as const)[round] : random() < 0.5 ? 'app' : 'database';
    if (kind === 'app') await stand.service.kill().then(stand.service.start);
    else await stand.killDatabase().then(stand.startDatabase);
    kills[kind ?? 'app']++;
  }
  const ledger = await load.stop();
  await settle(stand);
  return [
    noted('seed', seed),
    noted('kill -9 of the app, of the database', `${kills.app}, ${kills.database}`),
    equals('answer to the request for an export', exported?.status ?? 0, 200),
    ...(await audit(stand, ledger)),
  ];
}
