import Stripe from 'stripe';
import {
  type ChangeRequest,
  type NewPaymentPage,
  type NewSubscriptionPage,
  PaymentDeclined,
  type PaymentGateway,
  type PaymentPage,
  PaymentUnavailable,
  type RecurringItem,
} from './gateway.ts';
import { idOf, metadataOf, readNotice } from './read-notice.ts';
import { toInvoice, toSubscription } from './stripe-objects.ts';

export interface StripeKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** Where the API is; absent: Stripe itself. Tests give an address of this machine. */
export type StripeAddress = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;

const PAGE_MIN_MS = 30 * 60_000;
const PAGE_MAX_MS = 24 * 3_600_000;
/** The way to Stripe takes a moment, and its limits count from there. */
const ON_THE_WAY_MS = 60_000;

/** Stripe, with Checkout's own pages and Billing for subscriptions. */
export function createStripeGateway(
  { secretKey, webhookSecret }: StripeKeys,
  now: () => Date,
  address: StripeAddress = {},
): PaymentGateway {
  const stripe = new Stripe(secretKey, { ...address, maxNetworkRetries: 2, timeout: 20_000, telemetry: false });
  const { sessions } = stripe.checkout;
  const price = (item: RecurringItem) => findOrMakePrice(stripe, item);
  const readSubscription = async (id: string) => toSubscription(await stripe.subscriptions.retrieve(id));

  return answering({
    provider: 'stripe',
    async openPage(page) {
      const { description, amount_cents, currency } = page;
      const metadata = metadataOf(page.reference);
      const session = await sessions.create(
        {
          ...shared(page, now()),
          mode: 'payment',
          customer_email: page.customer_email,
          metadata,
          payment_intent_data: { metadata, description },
          line_items: [
            { quantity: 1, price_data: { currency, unit_amount: amount_cents, product_data: { name: description } } },
          ],
        },
        { idempotencyKey: page.idempotency_key },
      );
      return toPage(session);
    },
    async openSubscriptionPage(page) {
      const metadata = metadataOf(page.reference);
      const payer = page.customer_id ? { customer: page.customer_id } : { customer_email: page.customer_email };
      const session = await sessions.create(
        {
          ...shared(page, now()),
          ...payer,
          mode: 'subscription',
          metadata,
          subscription_data: { metadata },
          line_items: [{ quantity: 1, price: await price(page.item) }],
        },
        { idempotencyKey: page.idempotency_key },
      );
      return toPage(session);
    },
    async expirePage(id) {
      try {
        await sessions.expire(id);
        return true;
      } catch (error) {
        // It was paid or had expired already.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
        throw error;
      }
    },
    async refund({ payment_id, amount_cents, idempotency_key }) {
      const refund = await stripe.refunds.create(
        { payment_intent: payment_id, ...(amount_cents !== undefined && { amount: amount_cents }) },
        { idempotencyKey: idempotency_key },
      );
      return { id: refund.id, amount_cents: refund.amount };
    },
    getSubscription: readSubscription,
    getInvoice: async (id) => toInvoice(await stripe.invoices.retrieve(id, { expand: ['payments'] })),
    async previewChange(request) {
      const change = await changeOf(stripe, request);
      const invoice = await stripe.invoices.createPreview({
        subscription: request.subscription_id,
        subscription_details: { ...change, proration_behavior: 'always_invoice' },
      });
      return { amount_cents: invoice.total, currency: invoice.currency };
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
            cancel_at_period_end: false,
          },
          { idempotencyKey: request.idempotency_key },
        ),
      );
      return toSubscription(changed);
    },
    setCancelAtPeriodEnd: async (id, cancels) =>
      toSubscription(await stripe.subscriptions.update(id, { cancel_at_period_end: cancels })),
    endSubscription: async (id) => toSubscription(await stripe.subscriptions.cancel(id)),
    async openCardPage({ customer_id, language, return_url }) {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customer_id,
        locale: language,
        return_url,
        flow_data: { type: 'payment_method_update' },
      });
      return { url };
    },
    readNotice: (body, signature, at) => readNotice(body, signature, webhookSecret, at),
  });
}

/** The same gateway, whose methods say in our words that Stripe does not answer. */
function answering(gateway: PaymentGateway): PaymentGateway {
  const said = Object.entries(gateway).map(([name, member]) => [
    name,
    typeof member === 'function' && name !== 'readNotice'
      ? (...args: never[]) => (member as (...args: never[]) => Promise<unknown>)(...args).catch(rethrow)
      : member,
  ]);
  return Object.fromEntries(said) as PaymentGateway;
}

function rethrow(error: unknown): never {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  const isAway = [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind);
  throw isAway ? new PaymentUnavailable('Stripe does not answer', { cause: error }) : error;
}

function shared({ success_url, cancel_url, expires_at, language }: NewPaymentPage | NewSubscriptionPage, now: Date) {
  const life = Math.min(
    Math.max(expires_at.getTime() - now.getTime(), PAGE_MIN_MS + ON_THE_WAY_MS),
    PAGE_MAX_MS - ON_THE_WAY_MS,
  );
  return { success_url, cancel_url, locale: language, expires_at: Math.floor((now.getTime() + life) / 1000) };
}

function toPage({ id, url, expires_at }: Stripe.Checkout.Session): PaymentPage {
  if (!url) throw new Error('Stripe opened a page without an address');
  return { id, url, expires_at: new Date(expires_at * 1000) };
}

/** Prices cannot be changed at Stripe, so sku and amount name one together. */
async function findOrMakePrice(stripe: Stripe, item: RecurringItem): Promise<string> {
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

async function changeOf(stripe: Stripe, { subscription_id, item, at }: ChangeRequest) {
  const current = await stripe.subscriptions.retrieve(subscription_id);
  const [first] = current.items.data;
  if (!first) throw new Error(`${idOf(current)} has no item`);
  return {
    items: [{ id: first.id, price: await findOrMakePrice(stripe, item) }],
    proration_date: Math.floor(at.getTime() / 1000),
  };
}

async function declinedAs<T>(charge: () => Promise<T>): Promise<T> {
  try {
    return await charge();
  } catch (error) {
    const isDeclined =
      error instanceof Stripe.errors.StripeCardError ||
      (error instanceof Stripe.errors.StripeError && error.statusCode === 402);
    throw isDeclined ? new PaymentDeclined('declined', { cause: error }) : error;
  }
}
