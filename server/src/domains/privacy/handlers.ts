import { privacy as contract } from '#contract/privacy.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { eraseAccount, showErasure } from './erase-account.ts';
import { listAccess } from './list-access.ts';
import { getExport, requestExport } from './request-export.ts';

export function privacyRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    getMyExport: os.getMyExport.handler(({ context }) => getExport(ctx, context.caller.userId)),
    requestMyExport: os.requestMyExport.handler(({ context }) => requestExport(ctx, context.caller.userId)),
    listMyAccessLog: os.listMyAccessLog.handler(({ context, input }) =>
      listAccess(ctx, context.caller.userId, input.before ?? null),
    ),
    getMyErasure: os.getMyErasure.handler(({ context }) => showErasure(ctx, context.caller.userId)),
    eraseMyAccount: os.eraseMyAccount.handler(async ({ context }) => {
      await eraseAccount(ctx, context.caller);
      return { erased: true as const };
    }),
  });
}
