import Stripe from 'stripe';
import {
  CustomerGone,
  type NewPaymentPage,
  type NewSubscriptionPage,
  type PaymentGateway,
  type PaymentPage,
} from './gateway.ts';
import { metadataOf } from './read-notice.ts';
import { findOrMakePrice } from './stripe-subscriptions.ts';

const PAGE_MIN_MS = 30 * 60_000;
const PAGE_MAX_MS = 24 * 3_600_000;
/**
 * Milliseconds that a call may take to reach Stripe. Stripe measures the shortest and longest life of a page from the
 * arrival of the call.
 */
const ON_THE_WAY_MS = 60_000;

type Pages = Pick<PaymentGateway, 'openPage' | 'openSubscriptionPage' | 'expirePage' | 'openCardPage'>;

/** Opens and closes the pages that Stripe hosts: Checkout and the customer portal. */
export function stripePages(stripe: Stripe, now: () => Date): Pages {
  const { sessions } = stripe.checkout;
  return {
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
      const params: Stripe.Checkout.SessionCreateParams = {
        ...shared(page, now()),
        ...payer,
        mode: 'subscription',
        metadata,
        subscription_data: { metadata },
        line_items: [{ quantity: 1, price: await findOrMakePrice(stripe, page.item) }],
      };
      return toPage(await sessions.create(params, { idempotencyKey: page.idempotency_key }).catch(throwIfGone));
    },
    async expirePage(id) {
      // Stripe refuses to close a page that was already paid or has expired.
      const page = (await sessions.expire(id).catch(orRefused)) ?? (await sessions.retrieve(id).catch(orRefused));
      return page?.status === 'expired';
    },
    async openCardPage({ customer_id, language, return_url }) {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customer_id,
        locale: language,
        return_url,
        flow_data: { type: 'payment_method_update' },
      });
      return { url };
    },
  };
}

/** Returns undefined if Stripe refused the request. */
function orRefused(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

/** Throws CustomerGone if Stripe does not find the customer of a request. Stripe does not find a deleted customer. */
function throwIfGone(error: unknown): never {
  const isGone =
    error instanceof Stripe.errors.StripeError && error.code === 'resource_missing' && error.param === 'customer';
  throw isGone ? new CustomerGone({ cause: error }) : error;
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
