import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { clinicsRouter } from './handlers.ts';
import type { CountTimesAhead } from './members.ts';
import { clinicsData } from './personal.ts';
import './clinics.table.ts';

/**
 * Registers the personal data and returns the router. The function is called once, before the service listens.
 * `countTimesAhead` comes from the domain that stores booked times. It counts a member's future times, held or booked.
 * A member with such times cannot be removed.
 */
export function register(ctx: Context, countTimesAhead: CountTimesAhead) {
  ctx.personal.add(clinicsData);
  return { router: clinicsRouter(ctx, countTimesAhead) } satisfies Registered;
}
