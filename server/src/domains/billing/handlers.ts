import { implement } from '@orpc/server';
import { billing as contract } from '#contract/billing.ts';
import { pageUrl, requireRole, requireStaff, requireUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import * as admin from './admin-payments.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { openCardPage, refundSubscription, setCancelled } from './end-subscription.ts';
import { countExposure, getExperiment } from './experiment.ts';
import { getCheckout } from './get-checkout.ts';
import { getMembership } from './get-membership.ts';
import { getInvoicePdf } from './invoice-pdf.ts';
import { startCheckout } from './start-checkout.ts';

export function billingRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  const patient = ({ caller }: RequestContext) => requireRole(caller, 'patient');
  const administrator = ({ caller }: RequestContext) => requireStaff(caller, 'admin').userId;
  /** Does something to the caller's subscription, and answers how it stands then. */
  const after = async (context: RequestContext, change: (userId: string) => Promise<void>) => {
    const { userId } = patient(context);
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
      getCheckout(ctx, requireUser(context.caller).userId, input.checkout_id),
    ),
    getMyMembership: os.getMyMembership.handler(({ context }) =>
      getMembership(ctx, requireUser(context.caller).userId),
    ),
    previewPlanChange: os.previewPlanChange.handler(({ context, input }) =>
      previewPlanChange(ctx, patient(context).userId, input.sku),
    ),
    changePlan: os.changePlan.handler(({ context, input }) =>
      after(context, (userId) => changePlan(ctx, userId, input)),
    ),
    cancelSubscription: os.cancelSubscription.handler(({ context }) =>
      after(context, (userId) => setCancelled(ctx, userId, true)),
    ),
    resumeSubscription: os.resumeSubscription.handler(({ context }) =>
      after(context, (userId) => setCancelled(ctx, userId, false)),
    ),
    openCardPage: os.openCardPage.handler(({ context }) => {
      const { userId, language } = patient(context);
      return openCardPage(ctx, userId, siteLanguage(language), pageUrl(ctx, language, '/account/membership'));
    }),
    requestRefund: os.requestRefund.handler(({ context }) =>
      after(context, (userId) => refundSubscription(ctx, userId)),
    ),
    getInvoicePdf: os.getInvoicePdf.handler(({ context, input }) => {
      const user = requireUser(context.caller);
      // Of an administrator, who may open everybody's, the second factor is asked for.
      return getInvoicePdf(ctx, user.role === 'admin' ? requireStaff(user, 'admin') : user, input.invoice_id);
    }),
    adminListPayments: os.adminListPayments.handler(({ context, input }) =>
      admin.adminListPayments(ctx, administrator(context), input.search, input),
    ),
    adminRefundPayment: os.adminRefundPayment.handler(({ context, input }) =>
      admin.adminRefundPayment(ctx, administrator(context), input),
    ),
    adminListSubscriptions: os.adminListSubscriptions.handler(({ context, input }) =>
      admin.adminListSubscriptions(ctx, administrator(context), input.status, input),
    ),
    adminListPaymentFaults: os.adminListPaymentFaults.handler(({ context }) =>
      admin.adminListPaymentFaults(ctx, administrator(context)),
    ),
    adminRetryPaymentNotice: os.adminRetryPaymentNotice.handler(({ context, input }) => {
      administrator(context);
      return admin.adminRetryPaymentNotice(ctx, input.notice_id);
    }),
    adminGetExperiment: os.adminGetExperiment.handler(({ context, input }) =>
      getExperiment(ctx, administrator(context), input.region),
    ),
  });
}
