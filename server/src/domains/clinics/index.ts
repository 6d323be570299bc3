import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { clinicsRouter, type TimesAhead } from './handlers.ts';
import { clinicsData } from './personal.ts';
import './clinics.table.ts';

/**
 * Registers the personal data and returns the router. The function is called once, before the service listens.
 * `timesAhead` comes from the domain that stores booked times. It counts or lists future times, held or booked. A
 * member with such times cannot be removed, and days with such times are closed only after the caller has seen them.
 */
export function register(ctx: Context, timesAhead: TimesAhead) {
  ctx.personal.add(clinicsData);
  return { router: clinicsRouter(ctx, timesAhead) } satisfies Registered;
}
