import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sku } from '#contract/billing.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { renewTestSubscriptions } from '#server/platform/payments/test-checkout/renew.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { aBuyer, anOrder } from '../../../test/a-buyer.ts';
import { balances } from '../../../test/books.ts';
import type { World } from '../../../test/world.ts';
import { adminGetLedger } from './admin-ledger.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { reconcile } from './reconcile.ts';
import { startCheckout } from './start-checkout.ts';
import { withdraw } from './withdraw.ts';

/** A random step: an action of a member, a refund at the provider, or the delivery of a waiting webhook event. */
const step = fc.oneof(
  fc.record({
    does: fc.constant('change' as const),
    sku: fc.constantFrom<Sku>('essential_monthly', 'plus_monthly', 'elite_monthly', 'essential_annual'),
  }),
  fc.record({ does: fc.constantFrom('a month passes' as const, 'withdraw' as const), which: fc.constant(0) }),
  fc.record({ does: fc.constant('refund there' as const), cents: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ does: fc.constantFrom('deliver' as const, 'repeat' as const), which: fc.nat(20) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Payment {
  readonly id: string;
  readonly amount_cents: number;
  readonly refunds: readonly { readonly amount_cents: number }[];
}

/** Makes a service that gets the provider's webhook events only when the test delivers them. */
async function aStage() {
  const { world } = await aBuyer();
  await world.database.owner.query(`
    create function hold_notice() returns trigger language plpgsql as $$ begin new.next_attempt_at := 'infinity'; return new; end $$;
    create trigger hold_notice before insert on outbox for each row when (new.topic = 'payments.testNoticeMade') execute function hold_notice()`);
  return world;
}

/**
 * Makes a member. If `isTold` is false, the service has not received the webhook events about the first payment yet.
 */
async function aPlay(world: World, isTold: boolean) {
  const patient = await world.patient();
  const { owner } = world.database;
  const idsOf = async (state: 'is null' | 'is not null') => {
    const found = await owner.query<{ id: string }>(
      `select id from outbox where topic = 'payments.testNoticeMade' and processed_at ${state} order by id`,
    );
    return found.rows.map(({ id }) => id);
  };
  /**
   * Delivers one webhook event, possibly for the second time. Also retries unfinished events of other topics, which may
   * have failed because an earlier webhook event was missing.
   */
  const deliver = async (id: string | undefined) => {
    await owner.query(
      `update outbox set processed_at = null, handled_by = '{}', next_attempt_at = now() where id = $1`,
      [id],
    );
    await owner.query(
      `update outbox set next_attempt_at = now() where processed_at is null and topic <> 'payments.testNoticeMade'`,
    );
    await world.outbox.drain();
  };
  const payments = async () => {
    const found = await owner.query<{ data: Payment }>(
      `select data from test_checkout_objects where kind = 'payment' order by id`,
    );
    return found.rows.map(({ data }) => data);
  };
  const leftOf = ({ amount_cents, refunds }: Payment) =>
    refunds.reduce((left, refund) => left - refund.amount_cents, amount_cents);
  const pass = (ms: number) => world.clock.set(new Date(world.clock.now().getTime() + ms));
  /** Ignores refusals. The domain refuses an action if the person has no paid plan, or already has the wanted plan. */
  const unlessRefused = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  const change = async (sku: Sku) => {
    const { at, due_cents, resumes } = await previewPlanChange(world, patient.userId, sku);
    await changePlan(world, patient.userId, { sku, at, due_cents, resumes, idempotency_key: randomUUID() });
  };
  /** Delivers the newest webhook event first, which is the worst order. */
  const deliverAll = async () => {
    for (let ids = await idsOf('is null'); ids.length > 0; ids = await idsOf('is null')) await deliver(ids.at(-1));
    await deliver(undefined);
  };
  const { url } = await startCheckout(world, patient, anOrder('plus_monthly'));
  await payTestPage(world, url.split('/').at(-1) ?? '', 'accepted');
  if (isTold) await deliverAll();
  return {
    payments,
    leftOf,
    async run(one: Step) {
      pass(60_000);
      if (one.does === 'change') return unlessRefused(change(one.sku));
      if (one.does === 'withdraw') return unlessRefused(withdraw(world, patient.userId));
      if (one.does === 'a month passes') {
        pass(31 * 86_400_000);
        return renewTestSubscriptions(world);
      }
      if (one.does === 'refund there') {
        const payment = (await payments()).findLast((candidate) => leftOf(candidate) > 0);
        if (!payment) return;
        const amount_cents = Math.min(one.cents, leftOf(payment));
        return world.payments.refund({ payment_id: payment.id, amount_cents, idempotency_key: randomUUID() });
      }
      const ids = await idsOf(one.does === 'deliver' ? 'is null' : 'is not null');
      if (ids.length > 0) return deliver(ids[one.which % ids.length]);
    },
    async settle() {
      await deliverAll();
      pass(2 * 3_600_000);
    },
  };
}

test('for any actions and webhook events in any order, each charge has one invoice, and ledger and provider agree', async () => {
  const world = await aStage();
  const admin = await world.admin();
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 2, maxLength: 8 }), async (isTold, steps) => {
      const { payments, leftOf, run, settle } = await aPlay(world, isTold);
      for (const one of steps) await run(one);
      await settle();
      const charged = await payments();
      const left = charged.reduce((sum, payment) => sum + leftOf(payment), 0);
      const { '411 eur': clients = 0, '517 eur': provider = 0, '627 eur': fees = 0 } = await balances(world);
      expect([clients, provider + fees]).toEqual([0, left]);
      // The reconciliation is last, because it posts missing entries.
      await reconcile(world);
      const { differences } = await adminGetLedger(world, admin.userId, 2026);
      expect(differences).toEqual([]);
      const papers = await withSystem(world.system, (tx) =>
        tx.selectFrom('invoices').select(['kind', 'payment_id', 'amount_cents']).execute(),
      );
      const invoiced = papers.filter(({ kind, amount_cents }) => kind === 'invoice' && amount_cents > 0);
      expect(invoiced.map(({ payment_id }) => payment_id).toSorted()).toEqual(charged.map(({ id }) => id).toSorted());
      // The sum of invoices and credit notes equals the payments minus the refunds.
      expect(papers.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(left);
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 120_000);
