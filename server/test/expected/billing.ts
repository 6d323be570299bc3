import { randomUUID } from 'node:crypto';
import { all, nobody, type Rows } from './callers.ts';

/** Expected responses of the procedures for plans, payments and subscriptions. */
export const billingAnswers: Rows = {
  'billing.startCheckout': {
    input: () => ({ sku: 'elite_monthly', type: 'subscription', cycle: 'monthly', amount: 290, currency: 'eur' }),
    // Visitors are redirected to sign-up. Staff cannot buy a plan.
    expected: all(403, { visitor: 200, patient: 200, other: 200, moderator: 200 }),
  },
  'billing.countExposure': { input: () => ({ variant: 'A' }) },
  'billing.getCheckout': { input: () => ({ checkout_id: nobody }), expected: all(404) },
  'billing.getMyMembership': {},
  // Neither patient has a subscription.
  'billing.previewPlanChange': { input: () => ({ sku: 'plus_monthly' }), expected: all(409) },
  'billing.changePlan': {
    input: () => ({
      sku: 'plus_monthly',
      at: '2026-11-20T09:00:00Z',
      due_cents: 0,
      idempotency_key: randomUUID(),
    }),
    expected: all(409),
  },
  'billing.cancelSubscription': { expected: all(409) },
  'billing.resumeSubscription': { expected: all(409) },
  'billing.openCardPage': { expected: all(409) },
  'billing.requestRefund': { expected: all(409) },
  'billing.getInvoicePdf': { input: () => ({ invoice_id: nobody }), expected: all(404) },
  'billing.adminListPayments': {},
  'ledger.adminGetLedger': { input: () => ({ year: 2026 }) },
  'ledger.adminListLedgerEntries': { input: () => ({ year: 2026 }) },
  'ledger.adminExportLedger': { input: () => ({ year: 2026, format: 'csv' }) },
  'ledger.adminReconcileLedger': {},
  'billing.adminExportPayments': { input: () => ({ search: '' }) },
  'billing.adminRefundPayment': {
    input: () => ({ payment_id: 'pi_x', amount_cents: 1, reason: 'test', idempotency_key: randomUUID() }),
    expected: all(404),
  },
  'billing.adminListSubscriptions': {},
  'billing.adminListPaymentFaults': {},
  'billing.adminRetryPaymentNotice': {
    input: () => ({ notice_id: 'evt_x' }),
    expected: all(404),
  },
  'billing.adminGetExperiment': {},
};
