import type Stripe from 'stripe';
import type { ProviderInvoice, ProviderSubscription } from './gateway.ts';
import { idOf, referenceOf } from './read-notice.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);

const states: Readonly<Record<string, ProviderSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  canceled: 'ended',
};

export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data;
  const reference = referenceOf(subscription.metadata);
  if (!item || !reference) throw new Error(`subscription ${subscription.id} is not one of ours`);
  const { price } = item;
  const status = states[subscription.status] ?? 'incomplete';
  const { latest_invoice } = subscription;
  return {
    id: subscription.id,
    customer_id: idOf(subscription.customer),
    reference,
    status,
    sku: price.metadata.sku ?? '',
    name: price.nickname ?? '',
    amount_cents: price.unit_amount ?? 0,
    currency: price.currency,
    interval: price.recurring?.interval === 'year' ? 'year' : 'month',
    started_at: at(subscription.start_date),
    period_start: at(item.current_period_start),
    period_end: at(item.current_period_end),
    cancel_at: cancelAt(subscription, item.current_period_end),
    ended_at: subscription.ended_at === null ? null : at(subscription.ended_at),
    owed_invoice_id: status === 'past_due' && latest_invoice ? idOf(latest_invoice) : null,
  };
}

const reasons: Readonly<Record<string, ProviderInvoice['reason']>> = {
  subscription_create: 'started',
  subscription_update: 'changed',
};

/** Returns when a cancelled subscription ends. Stripe sets `cancel_at` for every kind of cancellation, but does not promise it. */
function cancelAt({ cancel_at, cancel_at_period_end }: Stripe.Subscription, periodEnd: number): Date | null {
  const end = cancel_at ?? (cancel_at_period_end ? periodEnd : null);
  return end === null ? null : at(end);
}

export function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const details = invoice.parent?.subscription_details;
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  // In a Stripe invoice, `period_start` and `period_end` are those of the previous billing period. The customer pays
  // for the latest period among the lines of the invoice.
  const periods = invoice.lines.data.map(({ period }) => period).sort((a, b) => a.end - b.end);
  const bought = periods.at(-1) ?? { start: invoice.period_start, end: invoice.period_end };
  return {
    id: invoice.id,
    subscription_id: details ? idOf(details.subscription) : null,
    reference: referenceOf(details?.metadata),
    is_paid: invoice.status === 'paid',
    payment_id: payment ? idOf(payment) : null,
    // The amount without the part that the customer's credit covered.
    amount_cents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency,
    paid_at: invoice.status_transitions.paid_at === null ? null : at(invoice.status_transitions.paid_at),
    reason: reasons[invoice.billing_reason ?? ''] ?? 'renewed',
    period_start: at(bought.start),
    period_end: at(bought.end),
    lines: invoice.lines.data.map(({ description, amount }) => ({
      description: description ?? '',
      amount_cents: amount,
    })),
    attempts: invoice.attempt_count,
    next_attempt_at: invoice.next_payment_attempt === null ? null : at(invoice.next_payment_attempt),
    confirm_url: waitsForPayer(invoice) ? (invoice.hosted_invoice_url ?? null) : null,
  };
}

/**
 * Returns whether the bank requires a confirmation by the payer (3-D Secure). This is known only if the payment intents
 * of the invoice are expanded.
 */
const waitsForPayer = ({ payments }: Stripe.Invoice): boolean =>
  payments?.data.some(
    ({ payment: { payment_intent: intent } }) => typeof intent === 'object' && intent.status === 'requires_action',
  ) ?? false;
