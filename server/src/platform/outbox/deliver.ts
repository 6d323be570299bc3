import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { SystemDb, Tx } from '../db/db.ts';
import { nameOf } from '../log/describe-error.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Lane } from './outbox.ts';

/** A registered subscriber, without the type of its events. */
export interface Registration {
  readonly name: string;
  readonly run: (event: { id: number; topic: string; payload: unknown; attempt: number }) => Promise<void>;
  readonly forgets: boolean;
  readonly lane: Lane;
}

interface Parts {
  readonly system: SystemDb;
  readonly log: Logger;
  readonly tracing: Tracing;
}

interface Due {
  id: number;
  topic: string;
  payload: unknown;
  handled_by: string[];
  attempts: number;
}

/** Number of attempts. The pauses are 1 s, 2 s, 4 s … up to an hour, which together make about a day. */
export const MAX_ATTEMPTS = 35;
export const retryAfterSeconds = (attempt: number): number => Math.min(2 ** (attempt - 1), 3600);

/**
 * Takes the event that has been due the longest, and delivers it to each subscriber that has not processed it yet. The
 * row stays locked during the delivery, so other processes skip it. If this process is killed, the database releases
 * the lock and the event is due again.
 *
 * A subscriber that throws is called again later. Subscribers that succeeded are not called again. After 35 attempts
 * the event stays as a dead letter (`processed_at` null, `next_attempt_at` infinity).
 *
 * @param leftOut topics whose events are not delivered now
 * @returns false if nothing is due
 */
export function deliverNext(
  { system, log, tracing }: Parts,
  registrations: ReadonlyMap<string, readonly Registration[]>,
  leftOut: readonly string[],
): Promise<boolean> {
  return system.transaction().execute(async (tx) => {
    const event = await lockDue(tx, leftOut);
    if (!event) return false;
    const subscribers = registrations.get(event.topic) ?? [];
    const done = new Set(event.handled_by);
    const failures: unknown[] = [];
    for (const { name, run } of subscribers.filter((subscriber) => !done.has(subscriber.name))) {
      try {
        const told = { id: event.id, topic: event.topic, payload: event.payload, attempt: event.attempts + 1 };
        await tracing.run('later', name, { 'flaira.topic': event.topic, 'flaira.attempt': told.attempt }, () =>
          run(told),
        );
        done.add(name);
      } catch (error) {
        failures.push(error);
        log.warn(
          { err: error, topic: event.topic, event: event.id, subscriber: name, attempt: event.attempts + 1 },
          'event not handled',
        );
      }
    }
    if (failures.length > 0) await postpone(tx, event, [...done], failures[0], log);
    else
      await close(
        tx,
        event,
        [...done],
        subscribers.some((subscriber) => subscriber.forgets),
      );
    return true;
  });
}

async function lockDue(tx: Tx, leftOut: readonly string[]): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select id, topic, payload, handled_by, attempts from outbox
    where processed_at is null and next_attempt_at <= now() and topic <> all(${[...leftOut]}::text[])
    order by next_attempt_at, id limit 1
    for update skip locked`.execute(tx);
  return rows[0];
}

async function postpone(tx: Tx, event: Due, handled_by: string[], error: unknown, log: Logger): Promise<void> {
  const attempts = event.attempts + 1;
  const isGivenUp = attempts >= MAX_ATTEMPTS;
  if (isGivenUp) log.error({ topic: event.topic, event: event.id }, 'event given up');
  const next_attempt_at = isGivenUp
    ? sql<Date>`'infinity'`
    : sql<Date>`clock_timestamp() + make_interval(secs => ${retryAfterSeconds(attempts)})`;
  await tx
    .updateTable('outbox')
    .set({ handled_by, attempts, next_attempt_at, last_error: nameOf(error) })
    .where('id', '=', event.id)
    .execute();
}

async function close(tx: Tx, event: Due, handled_by: string[], forgets: boolean): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({
      handled_by,
      attempts: event.attempts + 1,
      processed_at: sql<Date>`now()`,
      last_error: null,
      ...(forgets ? { payload: '{}' } : {}),
    })
    .where('id', '=', event.id)
    .execute();
}
