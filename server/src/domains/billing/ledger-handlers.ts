import { ledger as contract } from '#contract/ledger.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import * as admin from './admin-ledger.ts';

export function ledgerRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    adminGetLedger: os.adminGetLedger.handler(({ context, input }) =>
      admin.adminGetLedger(ctx, context.caller.userId, input.year),
    ),
    adminListLedgerEntries: os.adminListLedgerEntries.handler(({ context, input }) =>
      admin.adminListLedgerEntries(ctx, context.caller.userId, input),
    ),
    adminExportLedger: os.adminExportLedger.handler(({ context, input }) =>
      admin.adminExportLedger(ctx, context.caller.userId, input),
    ),
    adminReconcileLedger: os.adminReconcileLedger.handler(({ context }) =>
      admin.adminReconcileLedger(ctx, context.caller.userId),
    ),
  });
}
