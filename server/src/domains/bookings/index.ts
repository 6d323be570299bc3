import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { bookingsRouter } from './handlers.ts';
import { releaseRunOut } from './hold.ts';
import { bookingsData } from './personal.ts';
import './bookings.table.ts';

export { findSlots } from './find-slots.ts';
export { findService } from './find-slots.queries.ts';
export {
  bookTime,
  holdAgain,
  holdTimes,
  listTimes,
  moveTime,
  releaseTimes,
  type TakenTime,
} from './hold.ts';

/** Called once, before the service listens: jobs, subscriptions, and the router. */
export function register(ctx: Context) {
  ctx.personal.add(bookingsData);
  ctx.jobs.define('bookings.releaseRunOut', z.object({}), async () => void (await releaseRunOut(ctx)), {
    cron: '* * * * *',
  });
  return { router: bookingsRouter(ctx) } satisfies Registered;
}
