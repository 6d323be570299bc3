import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { calendarFeedRoute, type NamesOfTimes } from './calendars/feed-route.ts';
import { readBusyCalendar, readBusyCalendars } from './calendars/read-busy.ts';
import { bookingsRouter } from './handlers.ts';
import { releaseRunOut } from './hold.ts';
import { bookingsData } from './personal.ts';
import './bookings.table.ts';

export { type BookedTime, findTimeForUpdate, setTimeState } from './change-time.ts';
export { findSlots, showSlots } from './find-slots.ts';
export { type FreedTime, forgetFreedTime, listFreedTimes } from './freed-times.ts';
export { slotsOf } from './slots.ts';
export { countTimesAhead, listTimesIn } from './times-ahead.ts';
export { findService, listServicePractitioners, listSites, listTerms } from './find-slots.queries.ts';
export {
  bookTime,
  holdAgain,
  holdTimes,
  listTimes,
  moveTime,
  releaseTimes,
  type TakenTime,
  type TimeWanted,
} from './hold.ts';

/**
 * Registers personal data, jobs and event subscribers. Returns the router and the HTTP route of the calendar feeds. The
 * function is called once, before the service listens. `namesOf` finds the patients' names for calendars that show
 * names.
 */
export function register(ctx: Context, namesOf: NamesOfTimes) {
  ctx.personal.add(bookingsData);
  ctx.outbox.on('bookings.busyCalendarAdded', ({ payload }) => readBusyCalendar(ctx, payload.feed_id), {
    name: 'bookings',
    lane: 'outward',
  });
  ctx.jobs.define('bookings.releaseRunOut', z.object({}), async () => void (await releaseRunOut(ctx)), {
    cron: '* * * * *',
  });
  ctx.jobs.define('bookings.readBusyCalendars', z.object({}), () => readBusyCalendars(ctx), { cron: '*/15 * * * *' });
  return { router: bookingsRouter(ctx), routes: [calendarFeedRoute(ctx, namesOf)] } satisfies Registered;
}
