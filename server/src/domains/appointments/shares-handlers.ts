import { shares as contract } from '#contract/shares.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { exportShareStatement } from './share-statement.ts';
import { getShareStatement, listShares, payShare, setShare, undoSharePayment } from './shares.ts';

export function sharesRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    adminListShares: os.adminListShares.handler(({ context }) => listShares(ctx, context.caller)),
    adminGetShareStatement: os.adminGetShareStatement.handler(({ context, input }) =>
      getShareStatement(ctx, context.caller, input),
    ),
    adminExportShareStatement: os.adminExportShareStatement.handler(({ context, input }) =>
      exportShareStatement(ctx, context.caller, input),
    ),
    adminPayShare: os.adminPayShare.handler(({ context, input }) => payShare(ctx, context.caller, input)),
    adminUndoSharePayment: os.adminUndoSharePayment.handler(({ context, input }) =>
      undoSharePayment(ctx, context.caller, input.entry_id),
    ),
    adminSetShare: os.adminSetShare.handler(({ context, input }) => setShare(ctx, context.caller, input)),
  });
}
