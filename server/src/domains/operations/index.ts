import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { incidentsRouter, operationsRouter } from './handlers.ts';
import { operationsData } from './personal.ts';
import './operations.table.ts';

/**
 * Registers the views for administrators: the audit log, the state of the service, and the register of incidents. The
 * function is called once, before the service listens.
 */
export function register(ctx: Context) {
  ctx.personal.add(operationsData);
  return { router: operationsRouter(ctx), incidents: incidentsRouter(ctx) } satisfies Registered & {
    incidents: unknown;
  };
}
