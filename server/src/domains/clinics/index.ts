import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { clinicsRouter } from './handlers.ts';
import type { CountTimesAhead } from './members.ts';
import { clinicsData } from './personal.ts';
import './clinics.table.ts';

/**
 * Called once, before the service listens. Registers the personal data and returns the router. `countTimesAhead` counts
 * the future times of a member, which another domain stores: a member who has some cannot be removed.
 */
export function register(ctx: Context, countTimesAhead: CountTimesAhead) {
  ctx.personal.add(clinicsData);
  return { router: clinicsRouter(ctx, countTimesAhead) } satisfies Registered;
}
