import Stripe from 'stripe';
import { type PaymentGateway, PaymentUnavailable, type Refund, type RefundRequest, RefundTooHigh } from './gateway.ts';
import { openStripe, type StripeAddress } from './open-stripe.ts';
import { readNotice } from './read-notice.ts';
import { toInvoice } from './stripe-objects.ts';
import { listBalanceMoves } from './stripe-balance.ts';
import { restoreCredit } from './stripe-credit.ts';
import { stripePages } from './stripe-pages.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';

export interface StripeKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** Connects to Stripe. Payments use the pages of Stripe Checkout, and subscriptions use Stripe Billing. */
export function createStripeGateway(
  { secretKey, webhookSecret }: StripeKeys,
  now: () => Date,
  address: StripeAddress = {},
): PaymentGateway {
  const stripe = openStripe(secretKey, address, { maxNetworkRetries: 2, timeout: 20_000 });
  return answering({
    provider: 'stripe',
    ...stripePages(stripe, now),
    ...stripeSubscriptions(stripe),
    refund: (request) => refundLeft(stripe, request),
    getRefunded: (paymentId) => sumRefunds(stripe, paymentId),
    listBalanceMoves: (from, until) => listBalanceMoves(stripe, from, until),
    restoreCredit: (id, returned) => restoreCredit(stripe, id, returned),
    getInvoice: async (id) =>
      toInvoice(await stripe.invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] })),
    readNotice: (body, signature, at) => readNotice(body, signature, webhookSecret, at),
  });
}

async function refundLeft(stripe: Stripe, request: RefundRequest): Promise<Refund> {
  const { payment_id, amount_cents, idempotency_key } = request;
  try {
    const refund = await stripe.refunds.create(
      {
        payment_intent: payment_id,
        ...(amount_cents !== undefined && { amount: amount_cents }),
        metadata: { order: idempotency_key },
      },
      { idempotencyKey: idempotency_key },
    );
    return { id: refund.id, amount_cents: refund.amount };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const left = await leftOf(stripe, payment_id);
    if (left === null || (amount_cents ?? 1) <= left) throw error;
    throw new RefundTooHigh(left, { cause: error });
  }
}

async function sumRefunds(stripe: Stripe, paymentId: string): Promise<number> {
  const refunds = await stripe.refunds
    .list({ payment_intent: paymentId, limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  return refunds
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the part of a payment that was not refunded yet, according to Stripe. Null if nothing was charged. */
async function leftOf(stripe: Stripe, paymentId: string): Promise<number | null> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] });
  return charge && typeof charge === 'object' ? charge.amount_captured - charge.amount_refunded : null;
}

/** Wraps the gateway so that its methods throw our own error if Stripe does not respond. */
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
