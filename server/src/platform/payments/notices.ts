import * as z from 'zod';

const reference = z.object({ kind: z.string(), id: z.string(), user_id: z.string() });

const DisputeTold = z.object({
  kind: z.literal('disputed'),
  dispute: z.object({
    id: z.string(),
    payment_id: z.string(),
    status: z.enum(['needs_response', 'under_review', 'won', 'lost', 'closed']),
    reason: z.string(),
    amount_cents: z.number().int(),
    currency: z.string(),
    evidence_due_at: z.coerce.date().nullable(),
    opened_at: z.coerce.date(),
  }),
  funds: z.enum(['withdrawn', 'reinstated']).nullable(),
});
export type DisputeTold = z.output<typeof DisputeTold>;

/**
 * The content of a provider's webhook event, in a form that does not depend on the provider. It contains either final
 * facts, or only the id of a subscription or invoice. In the second case the handler reads the current state from the
 * provider, so the order of webhook events does not matter.
 */
const Said = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page_paid'),
    page_id: z.string(),
    payment_id: z.string(),
    reference,
    amount_cents: z.number().int(),
    currency: z.string(),
  }),
  z.object({ kind: z.literal('page_expired'), page_id: z.string(), reference }),
  z.object({ kind: z.literal('payment_failed'), page_id: z.string().nullable(), reference }),
  z.object({ kind: z.literal('refunded'), payment_id: z.string(), refunded_cents: z.number().int() }),
  z.object({ kind: z.literal('subscription_changed'), subscription_id: z.string(), page_id: z.string().nullable() }),
  z.object({ kind: z.enum(['invoice_paid', 'invoice_failed']), invoice_id: z.string() }),
  z.object({
    kind: z.literal('refund_failed'),
    refund_id: z.string(),
    payment_id: z.string(),
    amount_cents: z.number().int(),
    reason: z.string(),
    /**
     * The idempotency key of our refund request. Null if someone else or an earlier release of the service requested
     * the refund.
     */
    order: z.string().nullable(),
  }),
  DisputeTold,
  z.object({ kind: z.literal('ignored') }),
]);

export const PaymentNotice = z.object({ id: z.string().min(1).max(255), at: z.coerce.date(), said: Said });
export type PaymentNotice = z.output<typeof PaymentNotice>;
export type Said = z.output<typeof Said>;

/** A webhook that is not from the provider, arrives too late, or cannot be read. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused';
  readonly reason: 'forged' | 'late' | 'unreadable';

  constructor(reason: NoticeRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}
