import {
  ConfirmationNeeded,
  PaymentDeclined,
  PaymentUnavailable,
  RefundTooHigh,
} from '#server/platform/payments/gateway.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Calls the payment provider and turns its expected errors into refusals. */
export async function reachProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentDeclined) throw new Refusal('PAYMENT_DECLINED');
    if (error instanceof ConfirmationNeeded) throw new Refusal('PAYMENT_TO_CONFIRM');
    if (error instanceof PaymentUnavailable) throw new Refusal('PAYMENT_UNAVAILABLE');
    if (error instanceof RefundTooHigh) throw new Refusal('REFUND_TOO_HIGH', { left_cents: error.left_cents });
    throw error;
  }
}
