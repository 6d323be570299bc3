import type * as z from 'zod';
import type { AdminPayment } from '#contract/appointments-admin.ts';
import type { Payment } from './related.queries.ts';
import { showPayment } from './show-appointment.ts';

type Shown = z.infer<typeof AdminPayment>;
export type PaymentWithRefunds = Payment &
  Pick<Shown, 'dispute' | 'lost_cents' | 'has_failed_refund'> & { readonly unreported_cents: number };

/**
 * Returns a payment for administrators. An ordered refund changes the status at once. `refunding_cents` is the ordered
 * part that the provider has not confirmed yet.
 */
export const showPaymentForAdmin = (payment: PaymentWithRefunds): Shown => ({
  ...showPayment(payment),
  outcome: payment.outcome,
  status: statusOf(payment),
  refunding_cents: payment.unreported_cents,
  offer_id: payment.offer_id,
  dispute: payment.dispute,
  lost_cents: payment.lost_cents,
  has_failed_refund: payment.has_failed_refund,
});

function statusOf({ amount_cents, refunded_cents, unreported_cents }: PaymentWithRefunds): Shown['status'] {
  if (refunded_cents >= amount_cents) return 'refunded';
  if (unreported_cents > 0) return 'refunding';
  return refunded_cents > 0 ? 'partly_refunded' : 'paid';
}
