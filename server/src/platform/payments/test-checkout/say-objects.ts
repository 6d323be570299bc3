import type { ProviderInvoice, ProviderSubscription } from '../gateway.ts';
import type { TestInvoice, TestSubscription } from './objects.ts';

const at = (instant: number): Date => new Date(instant * 1000);

export const toSubscription = (subscription: TestSubscription): ProviderSubscription => ({
  ...subscription.item,
  id: subscription.id,
  customer_id: subscription.customer_id,
  reference: subscription.reference,
  status: subscription.status === 'canceled' ? 'ended' : subscription.status,
  started_at: at(subscription.started_at),
  period_start: at(subscription.period_start),
  period_end: at(subscription.period_end),
  cancel_at_period_end: subscription.cancel_at_period_end,
  ended_at: subscription.ended_at === null ? null : at(subscription.ended_at),
});

export const toInvoice = (invoice: TestInvoice): ProviderInvoice => ({
  ...invoice,
  paid_at: invoice.paid_at === null ? null : at(invoice.paid_at),
  period_start: at(invoice.period_start),
  period_end: at(invoice.period_end),
  next_attempt_at: invoice.next_attempt_at === null ? null : at(invoice.next_attempt_at),
  // The test cards need no confirmation.
  confirm_url: null,
});
