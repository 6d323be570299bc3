import Stripe from 'stripe';
import type { Config } from '#server/platform/config/config.ts';
import { addressOf, openStripe, type StripeAddress } from '#server/platform/payments/open-stripe.ts';
import { Failed, Skipped, reasonOf } from './outcome.ts';

const WEBHOOK = '/api/payments/webhook';
/**
 * Webhook events that the service needs. Without them it would never learn of a payment, a refund or the end of a
 * membership.
 */
export const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
];

const open = ({ stripe }: Config, address: StripeAddress | undefined): Stripe => {
  if (!stripe) throw new Skipped('Without STRIPE_SECRET_KEY payments go through the built-in test checkout.');
  return openStripe(stripe.secretKey, address ?? addressOf(stripe.url), { maxNetworkRetries: 1, timeout: 10_000 });
};

const away = (error: unknown): Failed =>
  new Failed(`Stripe does not answer (${reasonOf(error).slice(0, 120)}). Check the connection to api.stripe.com.`);

export async function checkPaymentKey(config: Config, address?: StripeAddress): Promise<string> {
  const stripe = open(config, address);
  const balance = await stripe.balance.retrieve().catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      throw new Failed(
        'Stripe does not know STRIPE_SECRET_KEY. Copy it again from the dashboard, Developers, API keys.',
      );
    throw away(error);
  });
  if (!balance.livemode && config.nodeEnv === 'production')
    throw new Failed('STRIPE_SECRET_KEY is a test key. Nobody would be charged. Use the live key.');
  return 'Stripe knows the key.';
}

export async function checkWebhook(config: Config, address?: StripeAddress): Promise<string> {
  const stripe = open(config, address);
  const wanted = config.publicUrl + WEBHOOK;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 }).catch((error: unknown) => {
    throw away(error);
  });
  const endpoint = data.find(({ url }) => url === wanted);
  if (!endpoint) throw new Failed(`Stripe has no webhook endpoint for ${wanted}. Add it under Developers, Webhooks.`);
  if (endpoint.status !== 'enabled')
    throw new Failed(`The webhook endpoint ${wanted} is switched off in Stripe. Enable it.`);
  const has = endpoint.enabled_events;
  const missing = has.includes('*') ? [] : EVENTS.filter((event) => !has.includes(event as (typeof has)[number]));
  if (missing.length > 0)
    throw new Failed(`The webhook endpoint does not send ${missing.join(', ')}. Add these events to it.`);
  return 'The webhook endpoint is enabled and sends every event.';
}
