import { implement } from '@orpc/server';
import { operations as contract } from '#contract/admin.ts';
import { requireStaff } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { checkChain, readAudit } from './read-audit.ts';
import { readHealth } from './read-health.ts';
import { tryAgain } from './try-again.ts';

export function operationsRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  return os.router({
    adminListAudit: os.adminListAudit.handler(({ context, input }) => {
      requireStaff(context.caller, 'admin');
      return readAudit(ctx, input ?? { limit: 100 });
    }),
    adminCheckAuditChain: os.adminCheckAuditChain.handler(({ context }) => {
      requireStaff(context.caller, 'admin');
      return checkChain(ctx);
    }),
    adminGetHealth: os.adminGetHealth.handler(({ context }) => {
      requireStaff(context.caller, 'admin');
      return readHealth(ctx);
    }),
    adminTryAgain: os.adminTryAgain.handler(({ context, input }) =>
      tryAgain(ctx, requireStaff(context.caller, 'admin'), input),
    ),
  });
}
