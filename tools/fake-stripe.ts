import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serveFakeStripe } from './fake-stripe/serve.ts';
import { main, say } from './setup/say.mjs';

const options = {
  port: { type: 'string', default: '12111' },
  webhook: { type: 'string', default: 'http://localhost:4600/api/payments/webhook' },
  secret: { type: 'string', default: 'whsec_fake' },
} as const;

const TRIES = 30;
const BETWEEN_MS = 1000;

/**
 * npm run fake:stripe [-- --port 12111 --webhook http://localhost:4600/api/payments/webhook --secret whsec_fake]
 *
 * Imitates Stripe on this machine until it is stopped. Prints the settings with which the service must be started.
 */
await main(async () => {
  const { values } = parseArgs({ options });
  const { url } = await serveFakeStripe({
    port: Number(values.port),
    webhookSecret: values.secret,
    now: () => new Date(),
    deliver: (body, signature) => deliver(values.webhook, body, signature),
  });
  say(`Fake Stripe listens at ${url}. Start Flaira with:`);
  say(`  STRIPE_URL=${url} STRIPE_SECRET_KEY=sk_test_fake STRIPE_WEBHOOK_SECRET=${values.secret} npm start`);
  say('What happens at banks: POST /fake/refunds/ID/fail, /fake/payments/ID/dispute, /fake/disputes/ID/win or lose,');
  say('/fake/subscriptions/ID/renew. GET /fake/payments, /fake/refunds and /fake/subscriptions list the ids.');
});

/**
 * Sends a webhook event until the service accepts it, thirty times at most. Stripe does the same, with longer pauses.
 */
async function deliver(to: string, body: string, signature: string): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await fetch(to, { method: 'POST', body, headers }).catch(() => undefined);
    if (answer?.ok) return;
    // The service refused the webhook event and would refuse it at every further try.
    if (answer?.status === 400) break;
    await pause(BETWEEN_MS);
  }
  say(`A webhook was not taken: ${(JSON.parse(body) as { type: string }).type}`);
}
