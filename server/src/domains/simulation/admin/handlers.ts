import { casesAdmin as contract } from '#contract/admin.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { listCases } from './list-cases.ts';

export function casesAdminRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    adminListCases: os.adminListCases.handler(({ context, input }) =>
      listCases(ctx, context.caller, input ?? { filter: 'open', limit: 50 }),
    ),
  });
}
