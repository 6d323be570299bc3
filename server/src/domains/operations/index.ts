import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { operationsRouter } from './handlers.ts';

/** What administrators watch: the audit log, jobs, mail, payments told and photos. Called once, before the service listens. */
export function register(ctx: Context) {
  return { router: operationsRouter(ctx) } satisfies Registered;
}
