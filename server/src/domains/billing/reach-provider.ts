import { PaymentDeclined, PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Asks the provider, and says its two expected answers of "no" as refusals. */
export async function reachProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentDeclined) throw new Refusal('PAYMENT_DECLINED');
    if (error instanceof PaymentUnavailable) throw new Refusal('PAYMENT_UNAVAILABLE');
    throw error;
  }
}
