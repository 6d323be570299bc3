import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { clinicsRouter } from './handlers.ts';
import { clinicsData } from './personal.ts';
import './clinics.table.ts';

/** Called once, before the service listens: jobs, subscriptions, and the router. */
export function register(ctx: Context) {
  ctx.personal.add(clinicsData);
  return { router: clinicsRouter(ctx) } satisfies Registered;
}
