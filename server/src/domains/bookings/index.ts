import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { bookingsRouter } from './handlers.ts';
import { bookingsData } from './personal.ts';
import './bookings.table.ts';

export { countTimesAhead } from './count-times-ahead.ts';
export { type BookedTime, findTimeForUpdate, moveTime, setTimeState } from './change-time.ts';

/** Called once, before the service listens: jobs, subscriptions, and the router. */
export function register(ctx: Context) {
  ctx.personal.add(bookingsData);
  return { router: bookingsRouter(ctx) } satisfies Registered;
}
