import { randomUUID } from 'node:crypto';
import { aWorld } from './world.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { NewPaymentPage, Reference } from '#server/platform/payments/gateway.ts';

/**
 * Makes a test fixture (`World`) with a test checkout and one patient who pays. `told` lists the events about the
 * payments, each as a short text.
 */
export async function aTill() {
  const world = await aWorld();
  const told: string[] = [];
  const note = (word: string) => async () => void told.push(word);
  world.outbox.on('payments.completed', note('completed'), { name: 'test' });
  world.outbox.on('payments.failed', note('failed'), { name: 'test' });
  world.outbox.on('payments.pageExpired', note('expired'), { name: 'test' });
  world.outbox.on('payments.invoicePaid', note('invoice paid'), { name: 'test' });
  world.outbox.on('payments.invoiceFailed', note('invoice failed'), { name: 'test' });
  world.outbox.on('payments.refunded', async ({ payload }) => void told.push(`refunded ${payload.refunded_cents}`), {
    name: 'test',
  });
  const { userId } = await world.patient();
  const reference: Reference = { kind: 'appointment', id: randomUUID(), user_id: userId };
  const aPage = (over: Partial<NewPaymentPage> = {}): NewPaymentPage => ({
    reference,
    amount_cents: 12_050,
    currency: 'eur',
    description: 'Appointment',
    customer_email: 'claire@example.org',
    language: 'en',
    success_url: 'http://flaira.test/thank-you',
    cancel_url: 'http://flaira.test/dashboard',
    expires_at: new Date(world.clock.now().getTime() + 3_600_000),
    idempotency_key: randomUUID(),
    ...over,
  });
  const ledger = () => withStaff(world.db, 'x', (tx) => tx.selectFrom('payments').selectAll().execute());
  return { world, told, reference, aPage, ledger };
}

export type Till = Awaited<ReturnType<typeof aTill>>;
