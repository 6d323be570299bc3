import { randomUUID } from 'node:crypto';
import { all, everybody, signedIn, adminOnly, nobody, type Rows } from './callers.ts';

const unsubscribed = all(403, { visitor: 401, patient: 409, other: 409 });

/** Plans, payments and subscriptions. */
export const billingAnswers: Rows = {
  'billing.startCheckout': {
    input: () => ({ sku: 'elite_monthly', type: 'subscription', cycle: 'monthly', amount: 290, currency: 'eur' }),
    // Visitors are led to sign up; staff buy nothing.
    expected: all(403, { visitor: 200, patient: 200, other: 200 }),
  },
  'billing.countExposure': { input: () => ({ variant: 'A' }), expected: everybody },
  'billing.getCheckout': { input: () => ({ checkout_id: nobody }), expected: all(404, { visitor: 401 }) },
  'billing.getMyMembership': { expected: signedIn },
  // Neither patient is subscribed.
  'billing.previewPlanChange': { input: () => ({ sku: 'plus_monthly' }), expected: unsubscribed },
  'billing.changePlan': {
    input: () => ({
      sku: 'plus_monthly',
      at: '2026-11-20T09:00:00Z',
      due_cents: 0,
      idempotency_key: randomUUID(),
    }),
    expected: unsubscribed,
  },
  'billing.cancelSubscription': { expected: unsubscribed },
  'billing.resumeSubscription': { expected: unsubscribed },
  'billing.openCardPage': { expected: unsubscribed },
  'billing.requestRefund': { expected: unsubscribed },
  'billing.getInvoicePdf': { input: () => ({ invoice_id: nobody }), expected: all(404, { visitor: 401 }) },
  'billing.adminListPayments': { expected: adminOnly },
  'billing.adminRefundPayment': {
    input: () => ({ payment_id: 'pi_x', amount_cents: 1, reason: 'test', idempotency_key: randomUUID() }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
  'billing.adminListSubscriptions': { expected: adminOnly },
  'billing.adminListPaymentFaults': { expected: adminOnly },
  'billing.adminRetryPaymentNotice': {
    input: () => ({ notice_id: 'evt_x' }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
  'billing.adminGetExperiment': { expected: adminOnly },
};
