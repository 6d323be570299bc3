import { join } from 'node:path';
import { sql } from 'kysely';
import type { BusyRange, busyTimes } from '#server/platform/calendar/busy-times.ts';
import { CalendarUnread, type Fetched, fetchCalendar } from '#server/platform/calendar/fetch-calendar.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { task } from '#server/platform/workers/workers.ts';
import '../bookings.table.ts';
import { DESK_DAYS } from '../find-slots.ts';

const DAY_MS = 86_400_000;
/**
 * The number of days ahead for which busy times are stored. Busy times must cover all days on which slots are offered,
 * so that no busy time looks free. One extra day is for a reading that is a day old, and one is for a visit that begins
 * on the last day.
 */
const AHEAD_DAYS = DESK_DAYS + 2;
/** The highest number of busy ranges in one calendar. A full calendar has about ten a day. */
const MOST_RANGES = 20_000;
/** The number of calendars that are read at the same time, so that one slow calendar does not delay all others. */
const LANES = 4;
const USUAL_ZONE = 'Europe/Paris';

const read = task<typeof busyTimes>(
  'calendars',
  join(import.meta.dirname, '../../../platform/calendar/busy-times.ts'),
  'busyTimes',
);

export type FetchCalendar = (address: string, etag: string | null) => Promise<Fetched>;

/**
 * Reads every external calendar of practitioners who may sign in. It begins with the calendars whose last attempt was
 * longest ago.
 */
export async function readBusyCalendars(ctx: Context, fetch: FetchCalendar = fetchCalendar): Promise<void> {
  const feeds = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('busy_feeds as f')
      .innerJoin('users as u', 'u.id', 'f.user_id')
      .select('f.id')
      .where('u.suspended_at', 'is', null)
      .where('u.closed_at', 'is', null)
      .orderBy(sql`greatest(f.read_at, f.failed_at)`, (order) => order.asc().nullsFirst())
      .execute(),
  );
  const lanes = Array.from({ length: LANES }, (_, lane) => feeds.filter((_feed, n) => n % LANES === lane));
  await Promise.all(lanes.map((lane) => oneByOne(ctx.log, lane, ({ id }) => readBusyCalendar(ctx, id, fetch))));
}

/** Reads one calendar. If the calendar cannot be read, the busy times from the last successful reading stay. */
export async function readBusyCalendar(ctx: Context, feedId: string, fetch: FetchCalendar = fetchCalendar) {
  const now = ctx.clock.now();
  const feed = await withSystem(ctx.system, (tx) => find(tx, feedId));
  if (!feed) return;
  // Even an unchanged calendar is read again in full after a day. The period then includes one more day, on which the
  // calendar may have repeated events.
  const isFresh = feed.filled_at !== null && now.getTime() - feed.filled_at.getTime() < DAY_MS;
  try {
    const fetched = await fetch(feed.address, isFresh ? feed.etag : null);
    if (fetched === 'unchanged') await note(ctx, feedId, { read_at: now, failed_at: null, fault: null });
    else await takeIn(ctx, feed, fetched, now);
  } catch (error) {
    if (!(error instanceof CalendarUnread)) throw error;
    await note(ctx, feedId, { failed_at: now, fault: error.fault });
  }
}

const find = (tx: Tx, id: string) =>
  tx
    .selectFrom('busy_feeds')
    .select(['id', 'user_id', 'address', 'etag', 'filled_at'])
    .where('id', '=', id)
    .executeTakeFirst();
type Feed = NonNullable<Awaited<ReturnType<typeof find>>>;

type Outcome = { read_at?: Date; failed_at: Date | null; fault: string | null };

const note = (ctx: Context, id: string, outcome: Outcome): Promise<unknown> =>
  withSystem(ctx.system, (tx) => tx.updateTable('busy_feeds').set(outcome).where('id', '=', id).execute());

async function takeIn(ctx: Context, feed: Feed, { text, etag }: Exclude<Fetched, 'unchanged'>, now: Date) {
  const zone = await withSystem(ctx.system, (tx) => zoneOf(tx, feed.user_id));
  const question = {
    text,
    zone,
    from: new Date(now.getTime() - DAY_MS),
    to: new Date(now.getTime() + AHEAD_DAYS * DAY_MS),
  };
  const ranges = await ctx.workers.run(read, question).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    // The worker thread died or took too long. No ordinary calendar causes that.
    throw new CalendarUnread('not_a_calendar');
  });
  if (!ranges) throw new CalendarUnread('not_a_calendar');
  if (ranges.length > MOST_RANGES) throw new CalendarUnread('too_large');
  await withSystem(ctx.system, async (tx) => {
    const isThere = await tx
      .selectFrom('busy_feeds')
      .select('id')
      .where('id', '=', feed.id)
      .forUpdate()
      .executeTakeFirst();
    if (!isThere) return;
    await replaceTimes(tx, feed, ranges);
    const outcome = { etag, read_at: now, filled_at: now, failed_at: null, fault: null };
    await tx.updateTable('busy_feeds').set(outcome).where('id', '=', feed.id).execute();
  });
}

/**
 * Replaces the stored busy times of the calendar with these. Many calendars are sent in full every quarter of an hour,
 * so only the differences are written.
 */
const replaceTimes = (tx: Tx, { id, user_id }: Feed, ranges: readonly BusyRange[]): Promise<unknown> =>
  sql`with read as (
      select tstzrange(r.start, r.finish) as during from unnest(
        ${ranges.map(({ start }) => start)}::timestamptz[], ${ranges.map(({ end }) => end)}::timestamptz[]) as r (start, finish)
    ), gone as (
      delete from busy_times where feed_id = ${id} and during not in (select during from read)
    )
    insert into busy_times (feed_id, user_id, during)
    select ${id}::uuid, ${user_id}::uuid, during from read
    where during not in (select during from busy_times where feed_id = ${id})`.execute(tx);

/**
 * Returns the time zone of a site where the practitioner has hours. If there is none, returns the time zone of another
 * site of the practitioner's clinics, or else `USUAL_ZONE`.
 */
async function zoneOf(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`
    select s.timezone from clinic_sites s left join availability_rules r on r.site_id = s.id and r.user_id = ${userId}
    where s.is_active and (r.id is not null or s.clinic_id in (select clinic_id from clinic_members where user_id = ${userId}))
    order by r.id is null, s.created_at, s.id limit 1`.execute(tx);
  return rows[0]?.timezone ?? USUAL_ZONE;
}
