import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import type { PaymentGateway } from './gateway.ts';
import { handleNotice } from './inbox.ts';
import { addressOf, type StripeAddress } from './open-stripe.ts';
import { createStripeGateway } from './stripe-gateway.ts';
import { createTestGateway } from './test-checkout/create-test-gateway.ts';
import { type Carry, carryTo, deliverTestNotices } from './test-checkout/deliver.ts';

type Parts = Pick<Context, 'config' | 'db' | 'system' | 'outbox' | 'clock'>;

/**
 * Creates the payment provider: Stripe if its key is configured, otherwise the test checkout.
 *
 * @param stripeAt address of a stand-in for Stripe in a test; the default is the configured address
 * @param carry sends webhooks of the test checkout to the service; the default is HTTP to our own port
 */
export function createPayments(
  parts: Parts,
  carry: Carry = carryTo(parts.config.port),
  stripeAt: StripeAddress = addressOf(parts.config.stripe?.url),
): PaymentGateway {
  const { config, clock, outbox } = parts;
  const payments = config.stripe
    ? createStripeGateway(config.stripe, () => clock.now(), stripeAt)
    : testGateway(parts, carry);
  outbox.on('payments.noticeReceived', ({ payload }) => handleNotice({ ...parts, payments }, payload.notice_id), {
    lane: 'payments',
  });
  return payments;
}

function testGateway(parts: Parts, carry: Carry): PaymentGateway {
  const { publicUrl, linkKey } = parts.config;
  const webhookSecret = `whsec_${createHmac('sha256', linkKey).update('test checkout').digest('hex')}`;
  deliverTestNotices(parts, webhookSecret, carry);
  return createTestGateway({ ...parts, publicUrl, webhookSecret });
}
