import { randomUUIDv7 } from 'node:crypto';
import { type BusyCalendar, type CalendarFault, MOST_CALENDARS, type MyCalendars } from '#contract/bookings.ts';
import { isCalendarAddress } from '#server/platform/calendar/fetch-calendar.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import '../bookings.table.ts';
import { listFeeds, lockCalendars } from './feeds.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    'bookings.busyCalendarAdded': { feed_id: string };
  }
}

export const listMyCalendars = (ctx: Context, { userId }: SignedIn): Promise<MyCalendars> =>
  withStaff(ctx.db, userId, async (tx) => ({
    feeds: await listFeeds(tx, { user_id: userId }),
    busy: await listBusy(tx, userId),
  }));

async function listBusy(tx: Tx, userId: string): Promise<BusyCalendar[]> {
  const rows = await tx
    .selectFrom('busy_feeds')
    .select(['id', 'name', 'address', 'created_at', 'read_at', 'failed_at', 'fault'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, address, created_at, read_at, fault }) => ({
    id,
    name,
    host: URL.parse(address)?.hostname ?? '',
    created_at: created_at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
    fault: fault as CalendarFault | null,
  }));
}

/**
 * Adds a practitioner's external calendar. The service reads it soon afterwards. If the practitioner has already added
 * the calendar, nothing is added.
 *
 * @throws Refusal CALENDAR_ADDRESS, TOO_MANY_CALENDARS
 */
export async function addBusyCalendar(
  ctx: Context,
  caller: SignedIn,
  { address: typed, name }: { readonly address: string; readonly name: string },
): Promise<MyCalendars> {
  const address = typed.replace(/^webcals?:/i, 'https:');
  if (!isCalendarAddress(address)) throw new Refusal('CALENDAR_ADDRESS');
  await withStaff(ctx.db, caller.userId, async (tx) => {
    await lockCalendars(tx, caller.userId);
    const rows = await tx.selectFrom('busy_feeds').select('address').where('user_id', '=', caller.userId).execute();
    if (rows.some((row) => row.address === address)) return;
    if (rows.length >= MOST_CALENDARS) throw new Refusal('TOO_MANY_CALENDARS', { most: MOST_CALENDARS });
    const id = randomUUIDv7();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('busy_feeds')
      .values({ id, user_id: caller.userId, address, name, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'address']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) await ctx.outbox.emit(tx, 'bookings.busyCalendarAdded', { feed_id: id });
  });
  return listMyCalendars(ctx, caller);
}

/** Removes an external calendar and its busy times. @throws Refusal NOT_FOUND */
export async function removeBusyCalendar(ctx: Context, caller: SignedIn, id: string): Promise<MyCalendars> {
  await withStaff(ctx.db, caller.userId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('busy_feeds')
      .where('id', '=', id)
      .where('user_id', '=', caller.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal('NOT_FOUND');
  });
  return listMyCalendars(ctx, caller);
}
