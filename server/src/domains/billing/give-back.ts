import type { Context } from '#server/platform/context.ts';
import { RefundTooHigh } from '#server/platform/payments/gateway.ts';

/**
 * Refunds the rest of a payment. If the provider has nothing left to refund, the payment was already refunded, and the
 * service has not processed the webhook event about that refund yet.
 */
export async function giveBack({ payments }: Context, payment_id: string, idempotency_key: string): Promise<void> {
  try {
    await payments.refund({ payment_id, idempotency_key });
  } catch (error) {
    if (!(error instanceof RefundTooHigh)) throw error;
  }
}
