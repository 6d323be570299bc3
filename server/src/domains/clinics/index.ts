import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { clinicsRouter } from './handlers.ts';
import type { CountTimesAhead } from './members.ts';
import { clinicsData } from './personal.ts';
import './clinics.table.ts';

/** Called once, before the service listens: jobs, subscriptions, and the router. `countTimesAhead` asks the domain of the times. */
export function register(ctx: Context, countTimesAhead: CountTimesAhead) {
  ctx.personal.add(clinicsData);
  return { router: clinicsRouter(ctx, countTimesAhead) } satisfies Registered;
}
