import Stripe from 'stripe';
import type { Context } from '../../context.ts';

/** Puts one signed delivery where the provider would. */
export type Carry = (body: string, signature: string) => Promise<void>;

/** Signs what the test checkout tells, at the moment it leaves, and sends it to our own door: the way of a real provider. */
export function deliverTestNotices({ outbox, clock }: Pick<Context, 'outbox' | 'clock'>, secret: string, carry: Carry) {
  outbox.on('payments.testNoticeMade', async ({ payload: { body } }) => {
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    await carry(body, Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }));
  });
}

/** Sends it over HTTP to our own port. */
export const carryTo =
  (port: number): Carry =>
  async (body, signature) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/payments/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      signal: AbortSignal.timeout(15_000),
    });
    if (!answer.ok) throw new Error(`our own door answered ${answer.status}`);
  };
