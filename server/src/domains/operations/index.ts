import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { incidentsRouter, operationsRouter } from './handlers.ts';
import { operationsData } from './personal.ts';
import './operations.table.ts';

/** What administrators watch: the audit log, jobs, mail, payments told and photos, and the register of incidents. Called once, before the service listens. */
export function register(ctx: Context) {
  ctx.personal.add(operationsData);
  return { router: operationsRouter(ctx), incidents: incidentsRouter(ctx) } satisfies Registered & {
    incidents: unknown;
  };
}
