import type { Context } from '#server/platform/context.ts';
import { RefundTooHigh } from '#server/platform/payments/gateway.ts';

/** What is left of a payment goes back; where nothing is, it went before, and the notice of it is still on its way. */
export async function giveBack({ payments }: Context, payment_id: string, idempotency_key: string): Promise<void> {
  try {
    await payments.refund({ payment_id, idempotency_key });
  } catch (error) {
    if (!(error instanceof RefundTooHigh)) throw error;
  }
}
