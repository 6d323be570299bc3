import Stripe from 'stripe';
import {
  type ChangeRequest,
  ConfirmationNeeded,
  PaymentDeclined,
  type PaymentGateway,
  type RecurringItem,
} from './gateway.ts';
import { idOf } from './read-notice.ts';
import { toSubscription } from './stripe-objects.ts';

type Subscriptions = Pick<
  PaymentGateway,
  'getSubscription' | 'previewChange' | 'changeSubscription' | 'setCancelAtPeriodEnd' | 'endSubscription'
>;

/** Creates the part of the gateway that manages subscriptions. It uses Stripe Billing. */
export function stripeSubscriptions(stripe: Stripe): Subscriptions {
  return {
    getSubscription: async (id) => toSubscription(await stripe.subscriptions.retrieve(id)),
    async previewChange(request) {
      const change = await changeOf(stripe, request);
      const invoice = await stripe.invoices.createPreview({
        subscription: request.subscription_id,
        subscription_details: { ...change, proration_behavior: 'always_invoice' },
      });
      return { amount_cents: costOf(invoice), currency: invoice.currency };
    },
    async changeSubscription(request) {
      const change = await changeOf(stripe, request);
      const changed = await declinedAs(() =>
        stripe.subscriptions.update(
          request.subscription_id,
          {
            ...change,
            proration_behavior: 'always_invoice',
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey: request.idempotency_key },
        ),
      );
      return toSubscription(changed);
    },
    setCancelAtPeriodEnd: async (id, cancels) =>
      toSubscription(
        await stripe.subscriptions.update(id, cancellation(await stripe.subscriptions.retrieve(id), cancels)),
      ),
    async endSubscription(id) {
      const ended = await endedOnce(stripe, id);
      await voidOpenInvoices(stripe, id);
      return toSubscription(ended);
    },
  };
}

/**
 * Returns the parameter that cancels a subscription at the end of its period, or withdraws a cancellation. Stripe has
 * two parameters for this, `cancel_at` (a date) and `cancel_at_period_end`, and accepts only one of them in a call. If
 * the subscription already has a date, only `cancel_at` changes it. A new cancellation keeps a date before the end of
 * the period.
 */
function cancellation(
  current: Stripe.Subscription,
  cancels: boolean,
): { cancel_at: number | '' } | { cancel_at_period_end: boolean } {
  const { cancel_at, cancel_at_period_end } = current;
  if (cancel_at === null || cancel_at_period_end) return { cancel_at_period_end: cancels };
  return { cancel_at: cancels ? Math.min(cancel_at, itemOf(current).current_period_end) : '' };
}

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [first] = subscription.items.data;
  if (!first) throw new Error(`${idOf(subscription)} has no item`);
  return first;
}

/**
 * Returns the amount that is charged. If nothing is charged, returns the credit that remains, as a negative amount.
 * Stripe subtracts the customer's credit from the charge, and does not charge amounts below its minimum. A negative
 * starting balance is a credit.
 */
const costOf = ({ amount_due, total, starting_balance }: Stripe.Invoice): number =>
  amount_due > 0 ? amount_due : Math.min(0, total + starting_balance);

/**
 * Ends a subscription. Stripe refuses to end it twice, so a repeated call after a crash or a second click returns the
 * subscription's current state.
 */
async function endedOnce(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const now = await stripe.subscriptions.retrieve(id);
    if (now.ended_at === null) throw error;
    return now;
  }
}

/**
 * Voids the unpaid invoices of an ended subscription. Stripe leaves them open, so the payer could still pay them on
 * their pages. The subscription has already ended, so a failure is ignored, for example because an invoice was paid in
 * the meantime or because the key may not change invoices. The domain refunds a payment that still arrives.
 */
async function voidOpenInvoices(stripe: Stripe, subscription: string): Promise<void> {
  try {
    const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 });
    await Promise.allSettled(data.map(({ id }) => stripe.invoices.voidInvoice(id)));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
  }
}

/**
 * Returns the id of the price, and creates the price if it is missing. A price cannot be changed at Stripe. Each
 * combination of sku, amount and currency therefore has its own price.
 */
export async function findOrMakePrice(stripe: Stripe, item: RecurringItem): Promise<string> {
  const key = `${item.sku}_${item.amount_cents}_${item.currency}`;
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  if (data[0]) return data[0].id;
  const made = await stripe.prices.create(
    {
      lookup_key: key,
      currency: item.currency,
      unit_amount: item.amount_cents,
      recurring: { interval: item.interval },
      metadata: { sku: item.sku },
      product_data: { name: item.name },
    },
    { idempotencyKey: `price:${key}` },
  );
  return made.id;
}

/**
 * Returns the parameters of a change. The preview needs the same parameters: if the change withdraws a cancellation
 * (`resumes`), the preview must leave the cancellation out too. Otherwise its amount could be too low.
 */
async function changeOf(stripe: Stripe, { subscription_id, item, at, resumes }: ChangeRequest) {
  const current = await stripe.subscriptions.retrieve(subscription_id);
  return {
    items: [{ id: itemOf(current).id, price: await findOrMakePrice(stripe, item) }],
    proration_date: Math.floor(at.getTime() / 1000),
    ...(resumes && cancellation(current, false)),
  };
}

/** The codes with which Stripe reports that the bank wants a confirmation by the payer. */
const toConfirm = ['subscription_payment_intent_requires_action', 'authentication_required'];
const isToConfirm = (code: string | undefined): boolean => code !== undefined && toConfirm.includes(code);

async function declinedAs<T>(charge: () => Promise<T>): Promise<T> {
  try {
    return await charge();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && [error.code, error.decline_code].some(isToConfirm))
      throw new ConfirmationNeeded('confirmation needed', { cause: error });
    const isDeclined =
      error instanceof Stripe.errors.StripeCardError ||
      (error instanceof Stripe.errors.StripeError && error.statusCode === 402);
    throw isDeclined ? new PaymentDeclined('declined', { cause: error }) : error;
  }
}
