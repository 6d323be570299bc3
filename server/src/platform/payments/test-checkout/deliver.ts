import Stripe from 'stripe';
import type { Context } from '../../context.ts';

/** Delivers one signed webhook to the service. */
export type Carry = (body: string, signature: string) => Promise<void>;

/**
 * Delivers the webhook events of the test checkout as signed HTTP requests, as a real provider would. A webhook event
 * is signed when it is delivered.
 */
export function deliverTestNotices({ outbox, clock }: Pick<Context, 'outbox' | 'clock'>, secret: string, carry: Carry) {
  outbox.on('payments.testNoticeMade', async ({ payload: { body } }) => {
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    await carry(body, Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }));
  });
}

/** Sends a webhook over HTTP to our own port. */
export const carryTo =
  (port: number): Carry =>
  async (body, signature) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/payments/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    });
    if (!answer.ok) throw new Error(`our own door answered ${answer.status}`);
  };
