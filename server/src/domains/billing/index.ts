import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { withSystem } from '#server/platform/db/db.ts';
import './billing.table.ts';
import { expire } from './checkouts.queries.ts';
import { cancelSuspended } from './end-subscription.ts';
import { followSubscription } from './follow-subscription.ts';
import { defineBooksJob } from './forget-books.ts';
import { billingRouter, ledgerRouter } from './handlers.ts';
import { issueCreditNote, issueInvoice } from './issue-invoice.ts';
import { billingData } from './personal.ts';
import { closeCheckout } from './payment-hold.ts';
import { tellFailedRefund } from './tell-failed-refund.ts';
import { defineRenewalJob, tellAfterHold, tellFailedRenewal } from './tell-renewal.ts';
import { defineReconciliationJob } from './reconcile.ts';
import { defineDisputedJob, refundPayments } from './refund-payments.ts';
import { noteReturn, settleCredit } from './restore-credit.ts';
import { settleWithdrawal } from './withdraw.ts';

export { benefitsLeft } from './benefits.ts';
export { dueAt, hasFeedback, redosOf, simulationsLeft } from './entitlements.ts';
export { isHeld, setPaymentHold } from './payment-hold.ts';
export { reachProvider } from './reach-provider.ts';
export { getMembership } from './get-membership.ts';
export { isPaidForExclusiveView, resolvePlan } from './plan.ts';
export { sellerLines } from './invoice-paper.ts';
export { startCheckout } from './start-checkout.ts';
export { findVatPermille, vatIn } from './vat.ts';
export { refundReason } from './words.ts';

/** Registers the domain of plans, benefits and payments. The service calls this function once before it listens. */
export function register(ctx: Context) {
  const name = 'billing';
  const atProvider = { name, lane: 'payments' } as const;
  ctx.personal.add(billingData);
  defineBooksJob(ctx);
  defineRenewalJob(ctx);
  defineReconciliationJob(ctx);
  defineDisputedJob(ctx);
  ctx.outbox.on(
    'payments.subscriptionChanged',
    ({ payload }) => followSubscription(ctx, payload.subscription_id),
    atProvider,
  );
  ctx.outbox.on(
    'billing.payerErased',
    async ({ payload }) => {
      for (const id of payload.page_ids) await ctx.payments.expirePage(id);
      for (const id of payload.subscription_ids) {
        await ctx.payments.endSubscription(id);
        await followSubscription(ctx, id);
      }
    },
    atProvider,
  );
  ctx.outbox.on('billing.paymentsHeld', ({ payload }) => closeCheckout(ctx, payload.user_id), atProvider);
  ctx.outbox.on('billing.holdEnded', ({ payload }) => tellAfterHold(ctx, payload.user_id), atProvider);
  ctx.outbox.on('identity.suspended', ({ payload }) => cancelSuspended(ctx, payload.user_id), atProvider);
  ctx.outbox.on('billing.withdrawn', ({ payload }) => settleWithdrawal(ctx, payload.subscription_id), atProvider);
  ctx.outbox.on(
    'billing.unwantedEnded',
    async ({ payload }) => {
      await refundPayments(ctx, payload.subscription_id);
      await settleCredit(ctx, payload.subscription_id);
    },
    atProvider,
  );
  ctx.outbox.on(
    'billing.creditUnsettled',
    async ({ payload }) => void (await settleCredit(ctx, payload.subscription_id)),
    atProvider,
  );
  // These topics are in the lane `own`. The event that this subscriber emits is in the lane that waits for the provider.
  for (const topic of ['payments.refunded', 'payments.refundFailed', 'payments.disputed'] as const)
    ctx.outbox.on(topic, ({ payload }) => noteReturn(ctx, payload.payment_id), { name: 'billing-credit' });
  ctx.outbox.on('payments.invoicePaid', ({ payload }) => issueInvoice(ctx, payload), atProvider);
  ctx.outbox.on('payments.invoiceFailed', ({ payload }) => tellFailedRenewal(ctx, payload), { name });
  ctx.outbox.on('payments.refunded', ({ payload }) => issueCreditNote(ctx, payload), { name });
  ctx.outbox.on('payments.refundFailed', ({ payload }) => tellFailedRefund(ctx, payload), { name });
  ctx.outbox.on(
    'payments.pageExpired',
    async ({ payload: { reference } }) => {
      if (reference.kind === 'subscription') await withSystem(ctx.system, (tx) => expire(tx, reference.id));
    },
    { name },
  );
  return { router: billingRouter(ctx), ledger: ledgerRouter(ctx) } satisfies Registered & { ledger: unknown };
}
