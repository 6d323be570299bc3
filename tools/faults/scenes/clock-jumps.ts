import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { withSystem } from '#server/platform/db/db.ts';
import { audit, settle } from '../audit.ts';
import { type Check, equals, noted } from '../check.ts';
import { aPerson, startLoad } from '../load.ts';
import type { Stand, StandOptions } from '../stand.ts';

const HOUR_MS = 3_600_000;
const JUMPS_H = [26, -26, 0, 3, -1, 0];

/** Returns the options for `clockJumps`: the file `clock` in `folder` says how far the service's clock is moved. */
export const movedClock = (folder: string): StandOptions => ({
  preload: [join(import.meta.dirname, '../moved-clock.mjs')],
  env: { FAULT_CLOCK: join(folder, 'clock') },
});

/** Moves the app's clock forwards and backwards under load. The database's clock does not jump. */
export async function clockJumps(stand: Stand, { pause_ms }: { pause_ms: number }): Promise<Check[]> {
  const moveTo = (hours: number) => writeFileSync(stand.service.env.FAULT_CLOCK ?? '', String(hours * HOUR_MS));
  const start = await databaseTime(stand);
  const load = await startLoad(stand);
  await sql`update sessions set expires_at = now() + interval '7 days'`.execute(stand.context.db);
  const onlooker = await aPerson(stand);
  let wrong = 0;
  for (const hours of JUMPS_H) {
    moveTo(hours);
    await load.more(1);
    await pause(pause_ms);
    // `onlooker` is a person who is not part of the load. Their sign-in session lasts one hour, so it is invalid only
    // while the app's clock is more than an hour ahead.
    const { json } = await onlooker.browser.post('/rpc/who_am_i');
    if (Boolean(json.user) === hours > 1) wrong++;
  }
  const ledger = await load.stop();
  await settle(stand);
  return [
    noted('the app’s clock, hours', JUMPS_H.join(', ')),
    equals('sessions that were over too early or lived too long', wrong, 0),
    equals('scheduled jobs that ran more than once a minute', await tooOften(stand, start), 0),
    ...(await audit(stand, ledger)),
  ];
}

const databaseTime = async ({ context }: Stand): Promise<Date> => {
  const { now } = await withSystem(context.system, (tx) =>
    tx.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow(),
  );
  return now;
};

/**
 * Counts the schedules that created more jobs since `start` than minutes have begun, by the database's clock. One more
 * job is allowed: it may belong to the minute before `start` and be late because an earlier scenario stopped the
 * service. So two jobs in one minute alone are no fault.
 */
const tooOften = async ({ context }: Stand, start: Date): Promise<number> =>
  withSystem(context.system, async (tx) => {
    const minutes = sql`extract(epoch from date_trunc('minute', now()) - date_trunc('minute', ${start}::timestamptz)) / 60`;
    const { rows } = await sql`
      select 1 from pgboss.job j join pgboss.schedule s on s.name = j.name
      where j.created_on >= ${start} group by j.name having count(*) > ${minutes} + 2`.execute(tx);
    return rows.length;
  });
