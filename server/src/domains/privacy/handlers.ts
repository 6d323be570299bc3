import { implement } from '@orpc/server';
import { privacy as contract } from '#contract/privacy.ts';
import { requireRole, requireUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { eraseAccount, showErasure } from './erase-account.ts';
import { listAccess } from './list-access.ts';
import { getExport, requestExport } from './request-export.ts';

export function privacyRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  return os.router({
    getMyExport: os.getMyExport.handler(({ context }) => getExport(ctx, requireUser(context.caller).userId)),
    requestMyExport: os.requestMyExport.handler(({ context }) =>
      requestExport(ctx, requireUser(context.caller).userId),
    ),
    listMyAccessLog: os.listMyAccessLog.handler(({ context, input }) =>
      listAccess(ctx, requireUser(context.caller).userId, input.before ?? null),
    ),
    getMyErasure: os.getMyErasure.handler(({ context }) =>
      showErasure(ctx, requireRole(context.caller, 'patient').userId),
    ),
    eraseMyAccount: os.eraseMyAccount.handler(async ({ context }) => {
      await eraseAccount(ctx, requireRole(context.caller, 'patient'));
      return { erased: true as const };
    }),
  });
}
