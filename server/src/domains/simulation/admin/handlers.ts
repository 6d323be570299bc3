import { implement } from '@orpc/server';
import { casesAdmin as contract } from '#contract/admin.ts';
import { requireStaff } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { listCases } from './list-cases.ts';

export function casesAdminRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  return os.router({
    adminListCases: os.adminListCases.handler(({ context, input }) =>
      listCases(ctx, requireStaff(context.caller, 'admin'), input ?? { filter: 'open', limit: 50 }),
    ),
  });
}
