import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { RefundTooHigh } from '#server/platform/payments/gateway.ts';
import { handleNotice } from '#server/platform/payments/inbox.ts';
import type { Said } from '#server/platform/payments/notices.ts';
import { sumOf } from '#server/platform/ledger/sums.ts';
import { anOffered, paymentOf } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { openPayment } from './open-payment.ts';
import { carryOutRefund, findRefundable, findWithRefunds, refundPayment } from './refunds.ts';

let world: World;
let people: { patient: SignedIn; admin: SignedIn };
/**
 * Payments that the payer's bank has reversed or is disputing. The test provider refuses to refund them, as Stripe
 * does.
 */
const disputed = new Set<string>();
beforeAll(async () => {
  world = await aWorld();
  people = { patient: await world.patient(), admin: await world.admin() };
});
beforeEach(() => {
  const { refund } = world.payments;
  vi.spyOn(world.payments, 'refund').mockImplementation(async (request) => {
    if (disputed.has(request.payment_id)) throw new RefundTooHigh(0);
    return refund(request);
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const PRICE = 42_000;

/**
 * The events that can happen to a payment. A refund is ordered here or in the provider's dashboard, or a refund fails.
 * A dispute has one of its outcomes. Webhook events of the payment provider are delivered, are repeated, or are
 * interrupted by a crash.
 */
const step = fc.oneof(
  fc.record({ does: fc.constant('order'), cents: fc.integer({ min: 1, max: PRICE }) }),
  fc.record({ does: fc.constant('refund there'), cents: fc.integer({ min: 1, max: PRICE }) }),
  fc.record({ does: fc.constantFrom('bounce', 'carry out again'), which: fc.nat(9) }),
  fc.record({ does: fc.constantFrom('deliver'), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ does: fc.constantFrom('crash', 'repeat'), which: fc.nat(30) }),
  fc.record({ does: fc.constantFrom('dispute'), end: fc.constantFrom('won', 'lost', 'closed') }),
);
type Step = { does: string; cents?: number; which?: number; count?: number; end?: string };

interface Refund {
  readonly id: string;
  readonly key: string;
  readonly amount_cents: number;
  failed?: string;
}

/**
 * Makes a paid appointment. The test compares the books with the data of the simulated payment provider, which are
 * always right. The provider's webhook events are collected, and then delivered in any order.
 */
async function aPlay(shuffle: (count: number) => number) {
  const id = await anOffered(world, people, { allow_double_booking: true });
  const { url } = await openPayment(world, people.patient, id);
  await world.pay(url);
  const payment_id = await paymentOf(world, people.patient, id);
  const { offer_id } = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('appointment_payments')
      .select('offer_id')
      .where('payment_id', '=', payment_id)
      .executeTakeFirstOrThrow(),
  );
  const waiting: { said: Said; at: Date }[] = [];
  const stored: string[] = [];
  let taken = 0;
  let now = world.clock.now().getTime();
  const tick = () => new Date((now += 1000));
  const truth = async () => {
    const { rows } = await world.database.owner.query<{ data: { refunds: Refund[] } }>(
      'select data from test_checkout_objects where id = $1',
      [payment_id],
    );
    return rows[0]?.data.refunds ?? [];
  };
  const sumBack = async () =>
    (await truth()).reduce((sum, { amount_cents, failed }) => sum + (failed ? 0 : amount_cents), 0);
  /** Collects the webhook events about refunds that the test checkout sends, so that they can be delivered later. */
  const collect = async () => {
    const { rows } = await world.database.owner.query<{ body: string }>(
      `delete from outbox where topic = 'payments.testNoticeMade' and processed_at is null returning payload ->> 'body' as body`,
    );
    for (const { body } of rows) {
      const { object } = JSON.parse(body).data;
      if (object.payment_intent === payment_id)
        waiting.push({ said: { kind: 'refunded', payment_id, refunded_cents: object.amount_refunded }, at: tick() });
    }
  };
  const store = async ({ said, at }: { said: Said; at: Date }) => {
    const notice = `evt_${randomUUID()}`;
    await withSystem(world.system, (tx) =>
      tx
        .insertInto('payment_notices')
        .values({ id: notice, kind: said.kind, notice: JSON.stringify(said), occurred_at: at, received_at: at })
        .execute(),
    );
    stored.push(notice);
    return notice;
  };
  /** Processes a webhook event of the provider, and then delivers the resulting outbox events to the domains. */
  const handle = async (notice: string) => {
    await handleNotice(world, notice);
    await drainKeeping();
  };
  const drainKeeping = async () => {
    await collect();
    await world.outbox.drain();
    await collect();
  };
  const order = async (cents: number) => {
    const input = { appointment_id: id, payment_id, amount_cents: cents, reason: 'x', idempotency_key: randomUUID() };
    // The refund order is refused if its sum is too high, or while the payment is disputed.
    await refundPayment(world, people.admin, input).catch(() => {});
    await drainKeeping();
  };
  const acts: Record<string, (step: Step) => Promise<void>> = {
    order: ({ cents = 1 }) => order(cents),
    async 'refund there'({ cents = 1 }) {
      const left = PRICE - (await sumBack());
      if (left > 0 && !disputed.has(payment_id))
        await world.payments.refund({ payment_id, amount_cents: Math.min(cents, left), idempotency_key: randomUUID() });
      await collect();
    },
    async bounce({ which = 0 }) {
      const living = (await truth()).filter(({ failed }) => !failed);
      const refund = living[which % Math.max(1, living.length)];
      if (!refund) return;
      await world.database.owner.query(
        `update test_checkout_objects set data = jsonb_set(data, '{refunds}', (
           select jsonb_agg(case when r ->> 'id' = $2 then r || '{"failed": "closed"}' else r end) from jsonb_array_elements(data -> 'refunds') r))
         where id = $1`,
        [payment_id, refund.id],
      );
      const { id: refund_id, amount_cents, key } = refund;
      waiting.push({
        said: { kind: 'refund_failed', refund_id, payment_id, amount_cents, reason: 'closed', order: key },
        at: tick(),
      });
    },
    async 'carry out again'({ which = 0 }) {
      const { rows } = await world.database.owner.query(
        'select id from appointment_refunds where payment_id = $1 order by id',
        [payment_id],
      );
      const again = rows[which % Math.max(1, rows.length)];
      if (again) await carryOutRefund(world, again.id);
      await collect();
    },
    async deliver({ count = 1 }) {
      for (let nth = 0; nth < count && waiting.length > 0; nth++) {
        const [next] = waiting.splice(shuffle(waiting.length), 1);
        if (next) await handle(await store(next));
      }
    },
    /**
     * Processes a webhook event, but makes the commit fail, as if the process had died. Then processes the event again.
     */
    async crash({ which = 0 }) {
      const [next] = waiting.splice(which % Math.max(1, waiting.length), 1);
      if (!next) return;
      const notice = await store(next);
      const trigger = `create or replace function test_crash() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
        create constraint trigger test_crash after update on payment_notices deferrable initially deferred for each row when (new.handled_at is not null) execute function test_crash()`;
      await world.database.owner.query(trigger);
      await expect(handleNotice(world, notice)).rejects.toThrow('crash');
      await world.database.owner.query('drop trigger test_crash on payment_notices');
      await handle(notice);
    },
    async repeat({ which = 0 }) {
      const notice = stored[which % Math.max(1, stored.length)];
      if (notice) await handle(notice);
    },
    async dispute({ end = 'won' }) {
      if (disputed.has(payment_id)) return;
      disputed.add(payment_id);
      const amount = PRICE - (await sumBack());
      if (end === 'lost') taken = amount;
      const dispute_id = `dp_${randomUUID()}`;
      const tell = (status: 'needs_response' | 'won' | 'lost' | 'closed', funds: 'withdrawn' | 'reinstated' | null) =>
        waiting.push({
          said: {
            kind: 'disputed',
            dispute: {
              id: dispute_id,
              payment_id,
              status,
              reason: 'x',
              amount_cents: amount,
              currency: 'eur',
              evidence_due_at: null,
              opened_at: new Date(now),
            },
            funds,
          },
          at: tick(),
        });
      tell('needs_response', null);
      if (end === 'closed') return void tell('closed', null);
      tell('needs_response', 'withdrawn');
      tell(end as 'won', null);
      if (end === 'won') tell('won', 'reinstated');
    },
  };
  return {
    id,
    payment_id,
    run: async (one: Step) => acts[one.does]?.(one),
    async settle() {
      await drainKeeping();
      while (waiting.length > 0) await acts.deliver?.({ does: 'deliver', count: 1 });
      await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
      await drainKeeping();
      while (waiting.length > 0) await acts.deliver?.({ does: 'deliver', count: 1 });
    },
    async look() {
      const of = { payment_id, kinds: ['payment', 'refund', 'refund_failed', 'dispute'] as const };
      const sums = await withSystem(world.system, async (tx) => ({
        provider: (await sumOf(tx, 'provider', of)).get('eur') ?? 0,
        clients:
          (await sumOf(tx, 'clients', { payment_id, kinds: [...of.kinds, 'sale', 'credit_note'] })).get('eur') ?? 0,
        paid: (await sumOf(tx, 'provider', { payment_id, kinds: ['payment'] })).get('eur') ?? 0,
        refunded: (await sumOf(tx, 'clients', { payment_id, kinds: ['refund', 'refund_failed'] })).get('eur') ?? 0,
        held: (await sumOf(tx, 'disputed', of)).get('eur') ?? 0,
        row: await tx
          .selectFrom('payments')
          .select('refunded_cents')
          .where('id', '=', payment_id)
          .executeTakeFirstOrThrow(),
        booking: await findWithRefunds(tx, payment_id),
        refundable: await findRefundable(tx, offer_id),
      }));
      return { ...sums, back: await sumBack(), taken };
    },
  };
}

test('after any events, repeats and crashes, the books match the money at the payment provider', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(1_000_000), async (steps, seed) => {
      let state = seed;
      const play = await aPlay((count) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count);
      for (const one of steps) await play.run(one as Step);
      await play.settle();
      const seen = await play.look();
      expect(seen.paid).toBe(PRICE);
      expect(seen.back + seen.taken).toBeLessThanOrEqual(PRICE);
      // The ledger, the payment, the appointment and the provider have the same refunded sum.
      expect([seen.refunded, seen.row.refunded_cents, seen.booking?.refunded_cents]).toEqual([
        seen.back,
        seen.back,
        seen.back,
      ]);
      expect(seen.provider).toBe(PRICE - seen.back - seen.taken);
      // A refund order cannot exceed the sum that the provider still has.
      expect(seen.refundable?.left_cents).toBe(PRICE - seen.back - seen.taken);
      // All received money belongs to a sale or was refunded, and no dispute is open.
      expect([seen.clients, seen.held]).toEqual([0, 0]);
    }),
    { numRuns: 40 },
  );
  const { rows } = await world.database.owner.query(
    'select transaction_id from ledger_postings group by transaction_id, currency having sum(amount_cents) <> 0',
  );
  expect(rows).toEqual([]);
}, 120_000);
