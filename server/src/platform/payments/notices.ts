import * as z from 'zod';

const reference = z.object({ kind: z.string(), id: z.string(), user_id: z.string() });

/**
 * What a delivery of the provider says, in our words. Only what is final or a hint to look: the state of subscriptions and invoices is asked for when
 * the notice is handled, so that it does not matter in which order notices arrive.
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
  z.object({ kind: z.literal('ignored') }),
]);

export const PaymentNotice = z.object({ id: z.string().min(1).max(255), at: z.coerce.date(), said: Said });
export type PaymentNotice = z.output<typeof PaymentNotice>;
export type Said = z.output<typeof Said>;

/** A delivery that is not the provider's, that comes too late, or that cannot be read. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused';
  readonly reason: 'forged' | 'late' | 'unreadable';

  constructor(reason: NoticeRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}
