import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { type DisputeStatus, storeDispute } from '#server/platform/payments/disputes.ts';
import { anOffer, aRequested } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { getForAdmin } from './get-for-admin.ts';
import { makeOffer } from './make-offer.ts';
import {
  carryOutRefund,
  findRefundable,
  findWithRefunds,
  noteFailedRefund,
  noteRefund,
  orderRefund,
  refundPayment,
  type RefundOrder,
} from './refunds.ts';
import { RefundTooHigh } from '#server/platform/payments/gateway.ts';
import { takePayment } from './take-payment.ts';

let world: World;
let admin: SignedIn;
/** The recorded calls to the payment provider. */
let provider: ReturnType<typeof spyOnProvider>;

const spyOnProvider = () => vi.spyOn(world.payments, 'refund').mockResolvedValue({ id: 're_made', amount_cents: 1 });

beforeAll(async () => {
  world = await aWorld();
  admin = await world.admin();
  return () => world[Symbol.asyncDispose]();
});
beforeEach(() => {
  provider = spyOnProvider();
});

const inSystem = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => withSystem(world.system, run);

/** Makes an appointment with an open offer of 420 €. Each call has a new patient. */
async function anOffered(language: 'en' | 'fr' = 'en') {
  const patient = await world.patient({ language });
  const id = await aRequested(world, { patient });
  await makeOffer(world, admin, anOffer(id, { allow_double_booking: true }));
  const { id: offer } = await inSystem((tx) =>
    tx.selectFrom('appointment_offers').select('id').where('appointment_id', '=', id).executeTakeFirstOrThrow(),
  );
  return { patient, id, offer };
}
type Offered = Awaited<ReturnType<typeof anOffered>>;

/** Makes a payment that is in the table of all payments, but not yet in the table of appointment payments. */
async function aPayment({ patient, offer, id }: Offered, amount_cents = 42_000) {
  const payment_id = `pi_${randomUUID()}`;
  const reference = { kind: 'appointment_offer', id: offer, user_id: patient.userId };
  const sums = { amount_cents, currency: 'eur' };
  await inSystem((tx) =>
    tx
      .insertInto('payments')
      .values({
        ...sums,
        id: payment_id,
        reference_kind: reference.kind,
        reference_id: offer,
        user_id: patient.userId,
        paid_at: world.clock.now(),
      })
      .execute(),
  );
  const told = { ...sums, payment_id, reference };
  const setLedger = (refunded_cents: number) =>
    inSystem((tx) => tx.updateTable('payments').set({ refunded_cents }).where('id', '=', payment_id).execute());
  return {
    told,
    payment: payment_id,
    setLedger,
    take: () => takePayment(world, { ...told, page_id: null, paid_at: world.clock.now().toISOString() }),
    refund: (amount?: number | null, over: Partial<RefundOrder> = {}) =>
      refundPayment(world, admin, {
        appointment_id: id,
        payment_id,
        amount_cents: amount,
        reason: 'goodwill',
        idempotency_key: randomUUID(),
        ...over,
      }),
    /** Delivers an event about a refund. `sum` is the total refunded until now. */
    async arrive(sum: number, failed_count = 0) {
      await setLedger(sum);
      await noteRefund(world, { ...told, refunded_cents: sum, failed_count });
    },
    /**
     * Delivers an event about a refund that the payer's bank returned. `left` is the total that still counts as
     * refunded.
     */
    async bounce(amount: number, { left = 0, order = null, refund_id = `re_${randomUUID()}` }: Bounced = {}) {
      const reason = 'lost_or_stolen_card';
      const failure = { id: refund_id, payment_id, amount_cents: amount, reason, failed_at: world.clock.now() };
      await inSystem((tx) =>
        tx
          .insertInto('payment_refund_failures')
          .values(failure)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      await setLedger(left);
      await noteFailedRefund(world, { ...told, refund_id, amount_cents: amount, reason, order });
    },
    async dispute(status: DisputeStatus, amount: number = amount_cents) {
      const at = world.clock.now();
      const dates = { evidence_due_at: null, opened_at: at, told_at: at, withdrawn_at: null, reinstated_at: null };
      const dispute = { id: `dp_${payment_id}`, payment_id, status, reason: 'fraudulent', ...dates };
      await inSystem((tx) => storeDispute(tx, { ...dispute, amount_cents: amount, currency: 'eur' }));
    },
  };
}

interface Bounced {
  readonly left?: number;
  readonly order?: string | null;
  readonly refund_id?: string;
}

/** Makes a paid appointment of 420 €. */
async function aPaid(language: 'en' | 'fr' = 'en') {
  const offered = await anOffered(language);
  const paid = await aPayment(offered);
  await paid.take();
  return { ...offered, ...paid };
}
type Paid = Awaited<ReturnType<typeof aPaid>>;

const sumsOf = async ({ payment }: Pick<Paid, 'payment'>) => {
  const row = await inSystem((tx) => findWithRefunds(tx, payment));
  const orders = (await ordersOf({ payment })).filter(({ failed_at }) => !failed_at);
  return [row?.refunded_cents, orders.reduce((sum, { amount_cents }) => sum + amount_cents, 0)];
};
const ordersOf = ({ payment }: Pick<Paid, 'payment'>) =>
  inSystem((tx) =>
    tx
      .selectFrom('appointment_refunds')
      .selectAll()
      .where('payment_id', '=', payment)
      .orderBy('ordered_at')
      .orderBy('amount_cents')
      .execute(),
  );
/** Returns each refund with its amount and the reason for its failure, the oldest first. */
const fatesOf = async (paid: Pick<Paid, 'payment'>) =>
  (await ordersOf(paid)).map(({ amount_cents, failure }) => [amount_cents, failure]);
/** Returns the steps of the timeline that concern refunds. */
const historyOf = ({ id }: Pick<Paid, 'id'>) =>
  inSystem((tx) =>
    tx
      .selectFrom('appointment_events')
      .select(['kind', 'reason', 'details', 'actor_id'])
      .where('appointment_id', '=', id)
      .where('kind', 'in', ['refunded', 'refund_arrived', 'refund_failed'])
      .orderBy('id')
      .execute(),
  );
const kindsOf = async (paid: Pick<Paid, 'id'>) => (await historyOf(paid)).map(({ kind }) => kind);
const failuresInInbox = async ({ id }: Pick<Paid, 'id'>) => {
  const rows = await inSystem((tx) =>
    tx.selectFrom('appointment_inbox').select('kind').where('appointment_id', '=', id).execute(),
  );
  return rows.filter(({ kind }) => kind === 'refund_failed').length;
};
/** Returns the emails about refunds that wait in the outbox, the oldest first. */
const mailsTo = async ({ patient }: Pick<Paid, 'patient'>) => {
  const { rows } = await world.database.owner.query(
    `select idempotency_key as key, payload -> 'message' ->> 'text' as text from outbox
     where topic = 'identity.personTold' and payload ->> 'template' = 'appointment_refunded' and payload ->> 'user_id' = $1 order by id`,
    [patient.userId],
  );
  return rows as { key: string; text: string }[];
};
/** Returns the people whose pages were notified of a change of this appointment since the last call. */
const heardOf = ({ id, patient }: Pick<Paid, 'id' | 'patient'>) => {
  const heard = world.told.splice(0).filter(({ event }) => event.kind === 'appointment.changed' && event.id === id);
  return heard.map(({ to }) => ('role' in to ? to.role : to.userId === patient.userId ? 'patient' : 'somebody else'));
};

describe('ordering a refund', () => {
  test('an ordered refund is stored with its actor and reason, reloads open pages, and is carried out after the commit', async () => {
    const paid = await aPaid();
    heardOf(paid);
    const idempotency_key = randomUUID();
    await paid.refund(10_000, { idempotency_key });
    expect(await ordersOf(paid)).toEqual([
      {
        id: idempotency_key,
        payment_id: paid.payment,
        amount_cents: 10_000,
        reason: 'goodwill',
        ordered_by: admin.userId,
        ordered_at: world.clock.now(),
        made_at: null,
        failed_at: null,
        failure: null,
      },
    ]);
    expect(await historyOf(paid)).toEqual([
      {
        kind: 'refunded',
        reason: 'goodwill',
        details: { amount_cents: 10_000, currency: 'EUR' },
        actor_id: admin.userId,
      },
    ]);
    expect(heardOf(paid)).toEqual(['patient', 'admin']);
    const { rows } = await world.database.owner.query(
      "select payload from outbox where topic = 'appointments.refundOrdered' and idempotency_key = $1",
      [idempotency_key],
    );
    expect(rows).toEqual([{ payload: { refund_id: idempotency_key } }]);
    expect(provider).not.toHaveBeenCalled();
  });

  test('a refund is ordered once with the same key, and the key cannot be used for another refund', async () => {
    const paid = await aPaid();
    const idempotency_key = randomUUID();
    for (let time = 0; time < 2; time++) await paid.refund(10_000, { idempotency_key });
    expect(await fatesOf(paid)).toEqual([[10_000, null]]);
    await expect(paid.refund(10_001, { idempotency_key })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await fatesOf(paid)).toEqual([[10_000, null]]);
  });

  test('a refund is refused for the payment of another appointment, an unknown payment or an unknown appointment', async () => {
    const [paid, other] = [await aPaid(), await aPaid()];
    for (const wrong of [
      { payment_id: other.payment },
      { payment_id: 'pi_unknown' },
      { appointment_id: other.id },
      { appointment_id: randomUUID() },
    ])
      await expect(paid.refund(100, wrong)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([await ordersOf(paid), await ordersOf(other)]).toEqual([[], []]);
  });

  test.each(['needs_response', 'under_review'] as const)(
    'a refund is refused while the payment is in the dispute state %s',
    async (status) => {
      const paid = await aPaid();
      await paid.dispute(status);
      await expect(paid.refund(100)).rejects.toMatchObject({ code: 'PAYMENT_DISPUTED' });
      expect(await ordersOf(paid)).toEqual([]);
    },
  );
});

/**
 * The history of a payment of 420 €, in cents. `refunded` is the total that the provider refunded. `lost` is the amount
 * that a lost dispute took. Each list has one amount for each refund order.
 */
interface Books {
  readonly refunded?: number;
  /**
   * `ordered` has the orders that wait for the provider, `taken` the orders that the provider accepted, and `failed`
   * the orders that failed.
   */
  readonly ordered?: readonly number[];
  readonly taken?: readonly number[];
  readonly failed?: readonly number[];
  readonly lost?: number;
}

/** Makes a payment of 420 € with these sums and refund orders. */
async function withBooks({ refunded = 0, ordered = [], taken = [], failed = [], lost = 0 }: Books): Promise<Paid> {
  const paid = await aPaid();
  const base = { payment_id: paid.payment, reason: 'goodwill', ordered_by: null, ordered_at: world.clock.now() };
  await inSystem(async (tx) => {
    for (const amount_cents of ordered) await orderRefund(world, tx, { ...base, id: randomUUID(), amount_cents });
    for (const amount_cents of taken)
      await orderRefund(world, tx, { ...base, id: randomUUID(), amount_cents, made_at: world.clock.now() });
    for (const amount_cents of failed) {
      const fate = { failed_at: world.clock.now(), failure: 'disputed' };
      await orderRefund(world, tx, { ...base, ...fate, id: randomUUID(), amount_cents });
    }
  });
  await paid.arrive(refunded);
  await paid.dispute('lost', lost);
  return paid;
}

/** Tries to refund an amount in the list of all payments, and returns the answer. The amount must be too high. */
async function refundFromList({ payment: payment_id }: Pick<Paid, 'payment'>, amount_cents: number) {
  const order = { payment_id, amount_cents, reason: 'goodwill', idempotency_key: randomUUID() };
  const { json } = await world.browserOf(admin).post('/rpc/admin_refund_payment', order);
  expect(provider).not.toHaveBeenCalled();
  return json;
}

describe('what is left to refund of 420 €', () => {
  test.each([
    ['nothing happened', {}, 42_000],
    ['an order waits', { ordered: [10_000] }, 32_000],
    ['two orders wait', { ordered: [10_000, 5_000] }, 27_000],
    ['the provider took an order and has not told of it', { taken: [10_000] }, 32_000],
    ['an order arrived', { taken: [10_000], refunded: 10_000 }, 32_000],
    ['one order arrived and one waits', { taken: [10_000], ordered: [5_000], refunded: 10_000 }, 27_000],
    ['money went back that nobody ordered here', { refunded: 10_000 }, 32_000],
    ['money went back that nobody ordered here, and an order waits', { refunded: 10_000, ordered: [5_000] }, 27_000],
    [
      'an order arrived, more went back there, and one waits',
      { taken: [10_000], refunded: 14_000, ordered: [5_000] },
      23_000,
    ],
    // The refunded sum does not say which refunds it includes. It is therefore counted as a part of the order that the
    // provider accepted.
    [
      'money went back that nobody ordered here before an order that the provider took arrived',
      { taken: [10_000], refunded: 4_000 },
      32_000,
    ],
    ['an order failed', { failed: [10_000] }, 42_000],
    ['one order failed and one waits', { failed: [10_000], ordered: [5_000] }, 37_000],
    ['a dispute of a part was lost', { lost: 12_000 }, 30_000],
    [
      'a part was lost, one order arrived and one waits',
      { lost: 12_000, taken: [10_000], ordered: [5_000], refunded: 10_000 },
      15_000,
    ],
    ['all but a cent waits', { ordered: [41_999] }, 1],
  ] as const)('what is left to refund of 420 €: %s', async (_what, books, left) => {
    const paid = await withBooks(books);
    expect(await inSystem((tx) => findRefundable(tx, paid.offer))).toMatchObject({ left_cents: left });
    const tooHigh = { code: 'REFUND_TOO_HIGH', data: { left_cents: left } };
    await expect(paid.refund(left + 1)).rejects.toMatchObject(tooHigh);
    expect(await refundFromList(paid, left + 1)).toMatchObject(tooHigh);
    await paid.refund();
    expect((await ordersOf(paid)).filter(({ ordered_by }) => ordered_by).map((one) => one.amount_cents)).toEqual([
      left,
    ]);
  });

  test.each([
    ['everything waits', { ordered: [42_000] }],
    ['everything arrived', { taken: [42_000], refunded: 42_000 }],
    ['everything was lost', { lost: 42_000 }],
    ['a part arrived before everything was lost', { taken: [10_000], refunded: 10_000, lost: 42_000 }],
  ] as const)('nothing is left to refund of 420 €: %s', async (_what, books) => {
    const paid = await withBooks(books);
    const nothing = { code: 'REFUND_TOO_HIGH', data: { left_cents: 0 } };
    expect(await refundFromList(paid, 1)).toMatchObject(nothing);
    for (const amount of [1, 0, null]) await expect(paid.refund(amount)).rejects.toMatchObject(nothing);
    expect(await inSystem((tx) => findRefundable(tx, paid.offer))).toMatchObject({ left_cents: 0 });
  });

  test('only the payment that confirmed an offer can be refunded through the offer', async () => {
    const [unpaid, mismatched] = [await anOffered(), await anOffered()];
    await (await aPayment(mismatched, 41_999)).take();
    for (const { offer } of [unpaid, mismatched])
      expect(await inSystem((tx) => findRefundable(tx, offer))).toBeUndefined();
    const right = await aPayment(mismatched);
    await right.take();
    expect(await inSystem((tx) => findRefundable(tx, mismatched.offer))).toMatchObject({ payment_id: right.payment });
  });
});

describe('a payment that differed from the offer', () => {
  test('the refund of a payment that differed from the offer is emailed to its payer', async () => {
    const offered = await anOffered();
    const wrong = await aPayment(offered, 41_999);
    await wrong.take();
    expect(await mailsTo(offered)).toEqual([]);
    await wrong.refund();
    await wrong.arrive(41_999);
    await wrong.arrive(41_999);
    const mails = await mailsTo(offered);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('€419.99');
    expect(await kindsOf(offered)).toEqual(['refunded', 'refund_arrived']);
  });

  test('the refund of a payment that another person made is not emailed to the patient of the offer', async () => {
    const [offered, other] = [await anOffered(), await world.patient()];
    const wrong = await aPayment({ ...offered, patient: other });
    await wrong.take();
    await wrong.refund();
    await wrong.arrive(42_000);
    expect(await mailsTo(offered)).toEqual([]);
    expect(await mailsTo({ patient: other })).toEqual([]);
  });
});

describe('carrying out a refund order', () => {
  test('a refund order sends its amount to the payment provider, with the key of the order', async () => {
    const paid = await aPaid();
    await paid.refund(5_000);
    const idempotency_key = randomUUID();
    await paid.refund(10_000, { idempotency_key });
    for (let time = 0; time < 2; time++) await carryOutRefund(world, idempotency_key);
    expect((await ordersOf(paid)).map(({ made_at }) => made_at)).toEqual([null, world.clock.now()]);
    const request = { payment_id: paid.payment, amount_cents: 10_000, idempotency_key };
    expect(provider.mock.calls).toEqual([[request], [request]]);
    expect(await fatesOf(paid)).toEqual([
      [5_000, null],
      [10_000, null],
    ]);
  });

  test('nothing is sent to the payment provider for a failed or unknown refund order', async () => {
    const paid = await aPaid();
    const idempotency_key = randomUUID();
    await paid.refund(10_000, { idempotency_key });
    await paid.bounce(10_000, { order: idempotency_key });
    for (const id of [idempotency_key, randomUUID()]) await carryOutRefund(world, id);
    expect(provider).not.toHaveBeenCalled();
  });

  test('a refund order fails if its payment is now disputed, and history, inbox and open pages show it once', async () => {
    const [paid, other] = [await aPaid(), await aPaid()];
    const idempotency_key = randomUUID();
    await paid.refund(5_000);
    await paid.refund(10_000, { idempotency_key });
    await other.refund(10_000);
    await paid.dispute('needs_response');
    heardOf(paid);
    for (let time = 0; time < 2; time++) await carryOutRefund(world, idempotency_key);
    expect(provider).not.toHaveBeenCalled();
    expect(await ordersOf(paid)).toMatchObject([
      { amount_cents: 5_000, failed_at: null, failure: null },
      { amount_cents: 10_000, failed_at: world.clock.now(), failure: 'disputed' },
    ]);
    expect(await fatesOf(other)).toEqual([[10_000, null]]);
    expect((await historyOf(paid)).slice(2)).toEqual([
      {
        kind: 'refund_failed',
        reason: 'disputed',
        details: { refund: idempotency_key, amount_cents: 10_000, currency: 'EUR' },
        actor_id: null,
      },
    ]);
    expect(await failuresInInbox(paid)).toBe(1);
    expect(heardOf(paid)).toEqual(['patient', 'admin']);
  });

  test('a refund order above the rest at the payment provider fails, and after other errors it is tried again', async () => {
    const paid = await aPaid();
    const idempotency_key = randomUUID();
    await paid.refund(10_000, { idempotency_key });
    provider.mockRejectedValueOnce(new Error('the line broke'));
    await expect(carryOutRefund(world, idempotency_key)).rejects.toThrow('the line broke');
    expect(await ordersOf(paid)).toMatchObject([{ failed_at: null }]);
    provider.mockRejectedValueOnce(new RefundTooHigh(9_000));
    await carryOutRefund(world, idempotency_key);
    expect(await ordersOf(paid)).toMatchObject([{ failed_at: world.clock.now(), failure: 'exceeds_payment' }]);
    expect(await failuresInInbox(paid)).toBe(1);
  });

  test('two runs at the same moment mark a refund order of a disputed payment as failed once', async () => {
    const paid = await aPaid();
    const idempotency_key = randomUUID();
    await paid.refund(10_000, { idempotency_key });
    await paid.dispute('needs_response');
    const tries = await inSystem(async (tx) => {
      await tx
        .selectFrom('appointment_payments')
        .select('offer_id')
        .where('payment_id', '=', paid.payment)
        .forUpdate()
        .execute();
      const both = [carryOutRefund(world, idempotency_key), carryOutRefund(world, idempotency_key)];
      await vi.waitFor(async () => {
        const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        const { rows } = await waiting.execute(world.system);
        expect(rows).toHaveLength(2);
      });
      return both;
    });
    await Promise.all(tries);
    expect([await kindsOf(paid), await failuresInInbox(paid)]).toEqual([['refunded', 'refund_failed'], 1]);
  });
});

describe('refunded money', () => {
  test('refunded money is counted, is in the history, is emailed once for each sum, and reloads open pages', async () => {
    const [paid, other] = [await aPaid(), await aPaid()];
    heardOf(paid);
    await paid.arrive(10_000);
    expect(heardOf(paid)).toEqual(['patient', 'admin']);
    expect(await sumsOf(paid)).toEqual([10_000, 0]);
    expect(await sumsOf(other)).toEqual([0, 0]);
    await paid.arrive(42_000, 0);
    expect(await sumsOf(paid)).toEqual([42_000, 0]);
    expect(await historyOf(paid)).toEqual(
      [10_000, 42_000].map((refunded_cents) => ({
        kind: 'refund_arrived',
        reason: '',
        details: { refunded_cents },
        actor_id: null,
      })),
    );
    expect(await mailsTo(paid)).toEqual([
      { key: `appointment_refunded:${paid.payment}:10000`, text: expect.stringContaining('a total of €100 to your') },
      { key: `appointment_refunded:${paid.payment}:42000`, text: expect.stringContaining('a total of €420 to your') },
    ]);
    expect(await mailsTo(other)).toEqual([]);
  });

  test('the refunded sum only increases, and repeated or reordered events notify nobody again', async () => {
    const paid = await aPaid();
    await paid.arrive(10_000);
    await paid.arrive(25_000);
    heardOf(paid);
    for (const refunded_cents of [25_000, 10_000])
      await noteRefund(world, { ...paid.told, refunded_cents, failed_count: 0 });
    await paid.arrive(9_999);
    expect(await sumsOf(paid)).toEqual([25_000, 0]);
    expect(await kindsOf(paid)).toEqual(['refund_arrived', 'refund_arrived']);
    expect(await mailsTo(paid)).toHaveLength(2);
    expect(heardOf(paid)).toEqual([]);
  });

  test('the refunded sum is the sum in the table of payments, not the sum in the event', async () => {
    const paid = await aPaid();
    await paid.setLedger(25_000);
    await noteRefund(world, { ...paid.told, refunded_cents: 10_000, failed_count: 0 });
    expect(await sumsOf(paid)).toEqual([25_000, 0]);
    expect((await historyOf(paid)).map(({ details }) => details)).toEqual([{ refunded_cents: 25_000 }]);
  });

  test('the refunded sum is zero if the payment is no longer in the table of payments', async () => {
    const paid = await aPaid();
    await inSystem((tx) => tx.deleteFrom('payments').where('id', '=', paid.payment).execute());
    await noteRefund(world, { ...paid.told, refunded_cents: 10_000, failed_count: 0 });
    expect([await sumsOf(paid), await kindsOf(paid)]).toEqual([[0, 0], []]);
  });

  test('a refund is emailed in the language of the patient', async () => {
    const paid = await aPaid('fr');
    await paid.arrive(1_250);
    const [mail] = await mailsTo(paid);
    expect(mail?.text.replace(/\s/g, ' ')).toContain('Au total, 12,50 € vous sont remboursés');
  });

  test('the refund of a second payment reloads open pages and needs no second email', async () => {
    const paid = await aPaid();
    const second = await aPayment(paid);
    await second.take();
    heardOf(paid);
    await second.arrive(42_000);
    expect(await sumsOf(second)).toEqual([42_000, 42_000]);
    expect(heardOf(paid)).toEqual(['patient', 'admin']);
    expect([await mailsTo(paid), await kindsOf(paid)]).toEqual([[], []]);
  });
});

describe('a failed refund', () => {
  test('a failed refund reduces the refunded sum, is shown once in history and inbox, and can be ordered again', async () => {
    const [paid, other] = [await aPaid(), await aPaid()];
    const idempotency_key = randomUUID();
    await paid.refund(42_000, { idempotency_key });
    await paid.arrive(42_000);
    await other.arrive(20_000);
    heardOf(paid);
    const refund_id = `re_${randomUUID()}`;
    await paid.bounce(42_000, { order: idempotency_key, refund_id });
    expect(heardOf(paid)).toEqual(['patient', 'admin']);
    await paid.bounce(42_000, { order: idempotency_key, refund_id });
    expect(heardOf(paid)).toEqual([]);
    expect(await sumsOf(paid)).toEqual([0, 0]);
    expect(await sumsOf(other)).toEqual([20_000, 0]);
    expect((await historyOf(paid)).slice(2)).toEqual([
      {
        kind: 'refund_failed',
        reason: 'lost_or_stolen_card',
        details: { refund: refund_id, amount_cents: 42_000, currency: 'EUR' },
        actor_id: null,
      },
    ]);
    expect(await failuresInInbox(paid)).toBe(1);
    expect(await mailsTo(paid)).toHaveLength(1);
    expect(await ordersOf(paid)).toMatchObject([{ failed_at: world.clock.now(), failure: 'lost_or_stolen_card' }]);
    await paid.refund();
    expect(await sumsOf(paid)).toEqual([0, 42_000]);
    await paid.arrive(42_000, 1);
    expect((await mailsTo(paid)).map(({ key }) => key)).toEqual([
      `appointment_refunded:${paid.payment}:42000`,
      `appointment_refunded:${paid.payment}:42000:1`,
    ]);
  });

  test('each failed refund of a payment is reported separately', async () => {
    const paid = await aPaid();
    await paid.arrive(30_000);
    await paid.bounce(10_000, { left: 20_000 });
    await paid.bounce(20_000);
    expect(await kindsOf(paid)).toEqual(['refund_arrived', 'refund_failed', 'refund_failed']);
    expect([await sumsOf(paid), await failuresInInbox(paid)]).toEqual([[0, 0], 2]);
  });

  /**
   * Each row has the orders, the oldest first; the refund that failed; and the indexes of the orders that are marked as
   * failed.
   */
  test.each([
    ['the order under its key', [5_000, 5_000, 5_000], { amount: 5_000, orderAt: 1 }, [1]],
    ['the order under its key, whatever its amount', [5_000, 7_000], { amount: 5_000, orderAt: 1 }, [1]],
    ['without a key the oldest order of the amount', [7_000, 5_000, 5_000], { amount: 5_000 }, [1]],
    ['no order where none has the amount', [7_000, 5_000], { amount: 6_000 }, []],
    ['no order where the key is not ours', [5_000], { amount: 5_000, orderAt: 1 }, []],
  ] as const)('a failed refund marks as failed: %s', async (_which, amounts, { amount, ...failed }, expected) => {
    const [paid, other] = [await aPaid(), await aPaid()];
    await other.refund(amount);
    const keys = amounts.map(() => randomUUID());
    for (const [index, key] of keys.entries()) {
      world.clock.advance(1000);
      await paid.refund(amounts[index], { idempotency_key: key });
    }
    const order = 'orderAt' in failed ? (keys[failed.orderAt] ?? 'another key') : null;
    await paid.bounce(amount, { order });
    const orders = await ordersOf(paid);
    expect(orders.flatMap(({ failed_at }, index) => (failed_at ? index : []))).toEqual(expected);
    expect(await fatesOf(other)).toEqual([[amount, null]]);
  });

  test('each failed refund without a key marks the next order of the same amount as failed', async () => {
    const paid = await aPaid();
    await paid.refund(5_000);
    world.clock.advance(1000);
    await paid.refund(5_000);
    for (const done of [1, 2]) {
      await paid.bounce(5_000);
      expect((await ordersOf(paid)).filter(({ failed_at }) => failed_at)).toHaveLength(done);
    }
  });

  /**
   * Each row has three sums in cents: the refunded sum before the event, the sum of the failed refund, and the refunded
   * sum after the failure. The list at the end has the expected emails, each as the refunded sum and the number of
   * failed refunds.
   */
  test.each([
    ['nothing else happened', 10_000, 10_000, 0, []],
    ['an earlier refund stays', 42_000, 10_000, 32_000, []],
    ['its own arrival was never told', 0, 10_000, 0, []],
    ['a later refund of the same amount arrived', 10_000, 10_000, 10_000, ['10000:1']],
    ['a later refund of less arrived', 10_000, 10_000, 5_000, ['5000:1']],
    ['a later refund of a cent arrived', 10_000, 10_000, 1, ['1:1']],
  ] as const)(
    'after a failed refund, the patient gets an email only about a later refund: %s',
    async (_what, before, failed, now, told) => {
      const paid = await aPaid();
      await paid.arrive(before);
      const earlier = (await mailsTo(paid)).length;
      await paid.bounce(failed, { left: now });
      expect(await sumsOf(paid)).toEqual([now, 0]);
      expect((await mailsTo(paid)).slice(earlier).map(({ key }) => key)).toEqual(
        told.map((sum) => `appointment_refunded:${paid.payment}:${sum}`),
      );
      expect((await kindsOf(paid)).filter((kind) => kind === 'refund_arrived')).toHaveLength(earlier + told.length);
    },
  );

  /** Orders as [seconds after the first order, whether the order failed]. */
  test.each([
    ['nothing was ordered', [], false],
    ['an order waits', [[0, false]], false],
    ['an order failed', [[0, true]], true],
    [
      'two orders failed',
      [
        [0, true],
        [60, true],
      ],
      true,
    ],
    [
      'an order was given since',
      [
        [0, true],
        [60, false],
      ],
      false,
    ],
    [
      'an order was given in the same moment',
      [
        [0, true],
        [0, false],
      ],
      false,
    ],
    [
      'only an earlier order stands',
      [
        [0, false],
        [60, true],
      ],
      true,
    ],
  ] as const)('whether a failed refund waits for the team: %s', async (_what, orders, expected) => {
    const paid = await aPaid();
    const now = world.clock.now().getTime();
    await inSystem(async (tx) => {
      for (const [after_s, hasFailed] of orders)
        await orderRefund(world, tx, {
          id: randomUUID(),
          payment_id: paid.payment,
          amount_cents: 1_000,
          reason: 'goodwill',
          ordered_by: admin.userId,
          ordered_at: new Date(now + after_s * 1000),
          ...(hasFailed && { failed_at: new Date(now), failure: 'lost_or_stolen_card' }),
        });
    });
    const { payments } = await getForAdmin(world, admin, paid.id);
    expect(payments).toMatchObject([{ id: paid.payment, has_failed_refund: expected, dispute: null, lost_cents: 0 }]);
  });
});

describe('an event about a refund', () => {
  test('an event about a refund that arrives before its payment causes an error, is tried again later and then counts', async () => {
    const offered = await anOffered();
    const [first, second] = [await aPayment(offered), await aPayment(offered)];
    const early = 'a payment was told of before it came';
    for (const take of [first.take, second.take]) {
      await expect(second.arrive(10_000)).rejects.toThrow(early);
      await expect(second.bounce(10_000)).rejects.toThrow(early);
      await take();
    }
    await second.arrive(10_000);
    expect(await sumsOf(second)).toEqual([10_000, 42_000]);
  });

  test('an event about a refund for an erased patient or an unknown offer changes nothing and is not tried again', async () => {
    const [paid, other] = [await aPaid(), await aPaid()];
    await inSystem((tx) => tx.deleteFrom('appointments').where('id', '=', paid.id).execute());
    const unknown = await aPayment({ ...paid, offer: randomUUID() });
    heardOf(paid);
    for (const gone of [paid, unknown]) {
      await gone.arrive(10_000);
      await gone.bounce(10_000);
    }
    expect(heardOf(paid)).toEqual([]);
    expect([await mailsTo(paid), await kindsOf(paid), await failuresInInbox(paid)]).toEqual([[], [], 0]);
    expect([await sumsOf(other), await kindsOf(other)]).toEqual([[0, 0], []]);
  });
});

test('only administrators with a second factor can order refunds', async () => {
  const paid = await aPaid();
  const order = { appointment_id: paid.id, payment_id: paid.payment, amount_cents: 100, reason: 'goodwill' };
  const ask = async (browser: ReturnType<World['browser']>) => {
    const input = { ...order, idempotency_key: randomUUID() };
    return (await browser.post('/rpc/admin_refund_appointment', input)).status;
  };
  const others = [paid.patient, await world.practitioner(), await world.admin({ secondFactor: false })];
  const refused = [await ask(world.browser())];
  for (const other of others) refused.push(await ask(world.browserOf(other)));
  expect(refused).toEqual([401, 403, 403, 403]);
  expect(await ordersOf(paid)).toEqual([]);
  expect(await ask(world.browserOf(admin))).toBe(200);
  expect(await fatesOf(paid)).toEqual([[100, null]]);
});
