import { billing as contract } from '#contract/billing.ts';
import { ledger } from '#contract/ledger.ts';
import { admit, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import * as adminLedger from './admin-ledger.ts';
import * as admin from './admin-payments.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { openCardPage, setCancelled } from './end-subscription.ts';
import { countExposure, getExperiment } from './experiment.ts';
import { getCheckout } from './get-checkout.ts';
import { getMembership } from './get-membership.ts';
import { getInvoicePdf } from './invoice-paper.ts';
import { startCheckout } from './start-checkout.ts';
import { withdraw } from './withdraw.ts';

export function billingRouter(ctx: Context) {
  const os = implementContract(contract);
  /** Runs a change of the caller's subscription, and then returns the caller's membership. */
  const after = async ({ userId }: SignedIn, change: (userId: string) => Promise<void>) => {
    await change(userId);
    return getMembership(ctx, userId);
  };
  return os.router({
    startCheckout: os.startCheckout.handler(({ context, input }) => startCheckout(ctx, context.caller, input)),
    countExposure: os.countExposure.handler(async ({ input }) => {
      await countExposure(ctx, input.variant, input.region);
      return { counted: true };
    }),
    getCheckout: os.getCheckout.handler(({ context, input }) =>
      getCheckout(ctx, context.caller.userId, input.checkout_id),
    ),
    getMyMembership: os.getMyMembership.handler(({ context }) => getMembership(ctx, context.caller.userId)),
    previewPlanChange: os.previewPlanChange.handler(({ context, input }) =>
      previewPlanChange(ctx, context.caller.userId, input.sku),
    ),
    changePlan: os.changePlan.handler(({ context, input }) =>
      after(context.caller, (userId) => changePlan(ctx, userId, input)),
    ),
    cancelSubscription: os.cancelSubscription.handler(({ context }) =>
      after(context.caller, (userId) => setCancelled(ctx, userId, true)),
    ),
    resumeSubscription: os.resumeSubscription.handler(({ context }) =>
      after(context.caller, (userId) => setCancelled(ctx, userId, false)),
    ),
    openCardPage: os.openCardPage.handler(({ context, input }) => {
      const { userId } = context.caller;
      const language = input.language ?? context.caller.language;
      return openCardPage(ctx, userId, siteLanguage(language), pageUrl(ctx, language, '/account/membership'));
    }),
    requestRefund: os.requestRefund.handler(({ context }) => after(context.caller, (userId) => withdraw(ctx, userId))),
    getInvoicePdf: os.getInvoicePdf.handler(async ({ context, input }) => {
      // An administrator may open every invoice, but needs a second factor.
      if (context.caller.role === 'admin') await admit(ctx, context.caller, 'admin');
      return getInvoicePdf(ctx, context.caller, input.invoice_id);
    }),
    adminListPayments: os.adminListPayments.handler(({ context, input }) =>
      admin.adminListPayments(ctx, context.caller.userId, input, input),
    ),
    adminExportPayments: os.adminExportPayments.handler(({ context, input }) =>
      admin.adminExportPayments(ctx, context.caller.userId, input),
    ),
    adminRefundPayment: os.adminRefundPayment.handler(({ context, input }) =>
      admin.adminRefundPayment(ctx, context.caller.userId, input),
    ),
    adminListSubscriptions: os.adminListSubscriptions.handler(({ context, input }) =>
      admin.adminListSubscriptions(ctx, context.caller.userId, input.status, input),
    ),
    adminListPaymentFaults: os.adminListPaymentFaults.handler(({ context, input }) =>
      admin.adminListPaymentFaults(ctx, context.caller.userId, input),
    ),
    adminRetryPaymentNotice: os.adminRetryPaymentNotice.handler(({ input }) =>
      admin.adminRetryPaymentNotice(ctx, input.notice_id),
    ),
    adminGetExperiment: os.adminGetExperiment.handler(({ context, input }) =>
      getExperiment(ctx, context.caller.userId, input.region),
    ),
  });
}

export function ledgerRouter(ctx: Context) {
  const os = implementContract(ledger);
  return os.router({
    adminGetLedger: os.adminGetLedger.handler(({ context, input }) =>
      adminLedger.adminGetLedger(ctx, context.caller.userId, input.year),
    ),
    adminListLedgerEntries: os.adminListLedgerEntries.handler(({ context, input }) =>
      adminLedger.adminListLedgerEntries(ctx, context.caller.userId, input),
    ),
    adminExportLedger: os.adminExportLedger.handler(({ context, input }) =>
      adminLedger.adminExportLedger(ctx, context.caller.userId, input),
    ),
    adminReconcileLedger: os.adminReconcileLedger.handler(({ context }) =>
      adminLedger.adminReconcileLedger(ctx, context.caller.userId),
    ),
  });
}
