import { operations as contract } from '#contract/admin.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { checkChain, readAudit } from './read-audit.ts';
import { readHealth } from './read-health.ts';
import { tryAgain } from './try-again.ts';

export function operationsRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    adminListAudit: os.adminListAudit.handler(({ input }) => readAudit(ctx, input ?? { limit: 100 })),
    adminCheckAuditChain: os.adminCheckAuditChain.handler(() => checkChain(ctx)),
    adminGetHealth: os.adminGetHealth.handler(() => readHealth(ctx)),
    adminTryAgain: os.adminTryAgain.handler(({ context, input }) => tryAgain(ctx, context.caller, input)),
  });
}
