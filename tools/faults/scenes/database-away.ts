import { setTimeout as pause } from 'node:timers/promises';
import { audit, settle } from '../audit.ts';
import { atLeast, atMost, type Check, equals, quantile } from '../check.ts';
import { startLoad } from '../load.ts';
import type { Stand } from '../stand.ts';

/** Pause between two requests that check the service from outside. */
const LOOK_MS = 100;
/**
 * The longest acceptable time until a response with status 503. The response must arrive while a person is still
 * looking at the page.
 */
const PROMPT_MS = 2_000;
const BACK_MS = 10_000;

/** Stops the database under load, then starts it again. */
export async function databaseAway(stand: Stand, { away_ms }: { away_ms: number }): Promise<Check[]> {
  const load = await startLoad(stand);
  const [first] = load.ledger.people;
  const look = () => first?.browser.post('/rpc/who_am_i');
  const exported = await first?.browser.post('/rpc/request_my_export');
  await load.more(5);
  await stand.database.stop();
  const seen = await watch(stand, away_ms, look);
  await stand.startDatabase();
  const begun = performance.now();
  while ((await look())?.status !== 200 && performance.now() - begun < BACK_MS) await pause(20);
  const back_ms = performance.now() - begun;
  const ledger = await load.stop();
  await settle(stand);
  return [
    equals('answer to the request for an export', exported?.status ?? 0, 200),
    atLeast('answers 503 meanwhile', seen.away.length, 1),
    equals('other answers meanwhile', seen.others, 0),
    atMost('time to such an answer, p95', quantile(seen.away, 0.95), PROMPT_MS, ' ms'),
    equals('/healthz that did not say alive', seen.dead, 0),
    atMost('first answer after it is back', back_ms, BACK_MS, ' ms'),
    ...(await audit(stand, ledger)),
  ];
}

interface Seen {
  /** Milliseconds until an answer with 503 and Retry-After. */
  readonly away: number[];
  others: number;
  dead: number;
}

async function watch(
  { service }: Stand,
  away_ms: number,
  ask: () => Promise<{ status: number; headers: Headers }> | undefined,
): Promise<Seen> {
  const seen: Seen = { away: [], others: 0, dead: 0 };
  for (const end = Date.now() + away_ms; Date.now() < end; await pause(LOOK_MS)) {
    const begun = performance.now();
    const answer = await ask();
    if (answer?.status === 503 && answer.headers.has('retry-after')) seen.away.push(performance.now() - begun);
    else seen.others++;
    if ((await fetch(`${service.origin}/healthz`)).status !== 200) seen.dead++;
  }
  return seen;
}
