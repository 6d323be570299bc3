import Stripe from 'stripe';
import { type DisputeTold, NoticeRefused, PaymentNotice, type Said } from './notices.ts';

/** Seconds after which a webhook is refused, so that an intercepted webhook cannot be sent again later. */
export const NOTICE_LIFE_S = 300;

/**
 * Checks a webhook in Stripe's format and translates it into a `PaymentNotice`. The header `Stripe-Signature` contains
 * the time and an HMAC-SHA-256 over time and body.
 *
 * @throws NoticeRefused
 */
export function readNotice(body: string, signature: string, secret: string, now: Date): PaymentNotice {
  const { webhooks } = Stripe;
  const check = (life_s: number) => webhooks.constructEvent(body, signature, secret, life_s, undefined, now.getTime());
  // A tolerance of 0 skips the check of the age. A webhook that fails here was not signed by the provider, or is not
  // JSON.
  const event = refuseAs(isJson(body) ? 'forged' : 'unreadable', () => check(0));
  refuseAs('late', () => check(NOTICE_LIFE_S));
  return refuseAs('unreadable', () =>
    PaymentNotice.parse({ id: event.id, at: new Date(event.created * 1000), said: saidBy(event) }),
  );
}

function refuseAs<T>(reason: NoticeRefused['reason'], read: () => T): T {
  try {
    return read();
  } catch {
    throw new NoticeRefused(reason);
  }
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

function saidBy(event: Stripe.Event): Said {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return completed(event.data.object);
    case 'checkout.session.async_payment_failed':
      return failed(event.data.object.metadata, event.data.object.id);
    case 'checkout.session.expired':
      return expired(event.data.object);
    case 'payment_intent.payment_failed':
    case 'payment_intent.requires_action':
      return failed(event.data.object.metadata, null);
    case 'charge.refunded':
      return refunded(event.data.object);
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated':
      return refundFailed(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return disputed(event.data.object, null);
    case 'charge.dispute.funds_withdrawn':
      return disputed(event.data.object, 'withdrawn');
    case 'charge.dispute.funds_reinstated':
      return disputed(event.data.object, 'reinstated');
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { kind: 'subscription_changed', subscription_id: event.data.object.id, page_id: null };
    case 'invoice.paid':
      return { kind: 'invoice_paid', invoice_id: event.data.object.id };
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return { kind: 'invoice_failed', invoice_id: event.data.object.id };
    default:
      return { kind: 'ignored' };
  }
}

function completed(session: Stripe.Checkout.Session): Said {
  if (session.mode === 'subscription' && session.subscription)
    return { kind: 'subscription_changed', subscription_id: idOf(session.subscription), page_id: session.id };
  const reference = referenceOf(session.metadata);
  if (session.payment_status !== 'paid' || !session.payment_intent || !reference) return { kind: 'ignored' };
  return {
    kind: 'page_paid',
    page_id: session.id,
    payment_id: idOf(session.payment_intent),
    reference,
    amount_cents: session.amount_total ?? 0,
    currency: session.currency ?? '',
  };
}

function failed(metadata: Stripe.Metadata | null, page_id: string | null): Said {
  const reference = referenceOf(metadata);
  return reference ? { kind: 'payment_failed', page_id, reference } : { kind: 'ignored' };
}

function expired({ id, metadata }: Stripe.Checkout.Session): Said {
  const reference = referenceOf(metadata);
  return reference ? { kind: 'page_expired', page_id: id, reference } : { kind: 'ignored' };
}

const refunded = ({ payment_intent, amount_refunded }: Stripe.Charge): Said =>
  payment_intent
    ? { kind: 'refunded', payment_id: idOf(payment_intent), refunded_cents: amount_refunded }
    : { kind: 'ignored' };

/**
 * Translates a refund that failed or was cancelled, which means that no money was returned. Webhook events about the
 * charge report every other state of a refund.
 */
function refundFailed({ id, status, payment_intent, amount, failure_reason, metadata }: Stripe.Refund): Said {
  if ((status !== 'failed' && status !== 'canceled') || !payment_intent) return { kind: 'ignored' };
  return {
    kind: 'refund_failed',
    refund_id: id,
    payment_id: idOf(payment_intent),
    amount_cents: amount,
    reason: failure_reason ?? status,
    order: metadata?.order ?? null,
  };
}

/**
 * Our status for each of Stripe's dispute statuses. A bank's inquiry is handled like a dispute. An unknown status is
 * treated as if the bank waited for our response, so that the team looks at the dispute.
 */
const disputeStatuses: Readonly<Record<string, DisputeTold['dispute']['status']>> = {
  under_review: 'under_review',
  warning_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
};

function disputed(dispute: Stripe.Dispute, funds: DisputeTold['funds']): Said {
  if (!dispute.payment_intent) return { kind: 'ignored' };
  const due = dispute.evidence_details?.due_by;
  return {
    kind: 'disputed',
    dispute: {
      id: dispute.id,
      payment_id: idOf(dispute.payment_intent),
      status: disputeStatuses[dispute.status] ?? 'needs_response',
      reason: dispute.reason,
      amount_cents: dispute.amount,
      currency: dispute.currency,
      evidence_due_at: due ? new Date(due * 1000) : null,
      opened_at: new Date(dispute.created * 1000),
    },
    funds,
  };
}

export const idOf = (object: string | { id: string }): string => (typeof object === 'string' ? object : object.id);

/** Returns a reference as the metadata that is stored at the provider. */
export const metadataOf = ({ kind, id, user_id }: { kind: string; id: string; user_id: string }) => ({
  reference_kind: kind,
  reference_id: id,
  user_id,
});

export function referenceOf(metadata: Stripe.Metadata | null | undefined) {
  const { reference_kind: kind, reference_id: id, user_id } = metadata ?? {};
  return kind && id && user_id ? { kind, id, user_id } : null;
}
