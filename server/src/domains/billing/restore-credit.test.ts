import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Sku } from '#contract/billing.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { forgetHandledEvents } from '#server/platform/outbox/create-outbox.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import type { Said } from '#server/platform/payments/notices.ts';
import { renewTestSubscriptions } from '#server/platform/payments/test-checkout/renew.ts';
import { aBuyer } from '../../../test/a-buyer.ts';
import { balances } from '../../../test/books.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { withdraw } from './withdraw.ts';

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

async function deliver({ world }: Buyer): Promise<void> {
  for (let round = 0; round < 3; round++) await world.outbox.drain();
}

async function changeTo(buyer: Buyer, sku: Sku): Promise<void> {
  const { world, patient } = buyer;
  const { at, due_cents } = await previewPlanChange(world, patient.userId, sku);
  await changePlan(world, patient.userId, { sku, at, due_cents, idempotency_key: randomUUID() });
  await deliver(buyer);
}

async function letRunOut(buyer: Buyer): Promise<void> {
  const rows = buyer.world.system.selectFrom('subscriptions').select('provider_id').where('status', '<>', 'ended');
  await buyer.world.payments.endSubscription((await rows.executeTakeFirstOrThrow()).provider_id);
  await deliver(buyer);
}

/** Buys the annual Elite plan, and changes to the monthly Essential plan at once. The change leaves 2815 euros. */
async function leaveCredit(buyer: Buyer): Promise<void> {
  await buyer.join('elite_annual');
  await changeTo(buyer, 'essential_monthly');
}

/** Makes a member whose earlier plan left 2815 euros, of which the first month of the running plan used 143 euros. */
async function aMemberWithCredit(): Promise<Buyer> {
  const buyer = await aBuyer();
  buyer.stand('2026-11-20');
  await leaveCredit(buyer);
  await letRunOut(buyer);
  buyer.stand('2026-12-20');
  await buyer.join('essential_monthly');
  expect(await creditOf(buyer)).toEqual({ books: 267_200, provider: 267_200 });
  return buyer;
}

/** Returns the member's credit in our books and at the provider, in cents. The plan must be a new Essential plan. */
async function creditOf({ world, patient }: Buyer) {
  const { due_cents } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  const price = 29_000 - 14_300;
  return { books: 0 - ((await balances(world))['4191 eur'] ?? 0), provider: price - due_cents };
}
const none = { books: 0, provider: 0 };
const credit = (cents: number) => ({ books: cents, provider: cents });

async function paymentOf({ world }: Buyer, amount_cents: number): Promise<string> {
  const payments = world.system.selectFrom('payments').select('id').where('amount_cents', '=', amount_cents);
  return (await payments.executeTakeFirstOrThrow()).id;
}

async function hear(buyer: Buyer, said: Said): Promise<void> {
  const { world } = buyer;
  const notice = { id: randomUUID(), at: world.clock.now(), said };
  await withSystem(world.system, (tx) => applyNotice(world, tx, notice));
  await deliver(buyer);
}

async function hearDispute(buyer: Buyer, status: 'needs_response' | 'won' | 'lost', amount_cents = 295_800) {
  buyer.world.clock.advance(1000);
  const payment_id = await paymentOf(buyer, amount_cents);
  const about = { payment_id, amount_cents, currency: 'eur', evidence_due_at: null, opened_at: new Date(0) };
  const dispute = { id: `dp_${amount_cents}`, reason: 'fraudulent', status, ...about };
  await hear(buyer, { kind: 'disputed', dispute, funds: null });
}

/** Refunds the payment of this amount, as an administrator does. */
async function refund(buyer: Buyer, amount_cents = 295_800): Promise<void> {
  const payment_id = await paymentOf(buyer, amount_cents);
  await buyer.world.payments.refund({ payment_id, idempotency_key: randomUUID() });
  await deliver(buyer);
}

/** Makes all refunds of the payment of 2958 euros fail at the bank. */
async function failRefund(buyer: Buyer): Promise<void> {
  const payment_id = await paymentOf(buyer, 295_800);
  await buyer.world.database.owner.query(
    `update test_checkout_objects set data = jsonb_set(data::jsonb, '{refunds}',
       (select jsonb_agg(one || '{"failed": "lost_or_stolen_card"}') from jsonb_array_elements(data::jsonb -> 'refunds') one))
     where id = $1`,
    [payment_id],
  );
  const about = { payment_id, amount_cents: 295_800, reason: 'lost_or_stolen_card', order: null };
  await hear(buyer, { kind: 'refund_failed', refund_id: `re_${randomUUID()}`, ...about });
}

test('credit of an earlier plan is withdrawn when a dispute is lost, and comes back once when it is won after all', async () => {
  const buyer = await aMemberWithCredit();
  await hearDispute(buyer, 'needs_response');
  expect(await creditOf(buyer)).toEqual(credit(267_200));
  for (let round = 0; round < 2; round++) {
    await hearDispute(buyer, 'lost');
    expect(await creditOf(buyer)).toEqual(none);
  }
  for (let round = 0; round < 2; round++) {
    await hearDispute(buyer, 'won');
    expect(await creditOf(buyer)).toEqual(credit(267_200));
  }
});

test('credit of an earlier plan is withdrawn after its refund, and comes back as often as the refund fails', async () => {
  const buyer = await aMemberWithCredit();
  for (let round = 0; round < 2; round++) {
    await refund(buyer);
    expect(await creditOf(buyer)).toEqual(none);
    await failRefund(buyer);
    expect(await creditOf(buyer)).toEqual(credit(267_200));
  }
});

test('a renewal before the refund uses its credit, and only the rest is withdrawn and comes back', async () => {
  const buyer = await aMemberWithCredit();
  buyer.stand('2027-01-21');
  await renewTestSubscriptions(buyer.world);
  await deliver(buyer);
  const books = async () => (await balances(buyer.world))['4191 eur'];
  expect(await books()).toBe(-252_900);
  await refund(buyer);
  expect(await books()).toBeUndefined();
  await failRefund(buyer);
  expect(await books()).toBe(-252_900);
});

test('a renewal after the refund is paid by card, and leaves all credit for the case that the refund fails', async () => {
  const buyer = await aMemberWithCredit();
  await refund(buyer);
  buyer.stand('2027-01-21');
  await renewTestSubscriptions(buyer.world);
  await deliver(buyer);
  expect(await paymentOf(buyer, 14_300)).toMatch(/^pi_/);
  await failRefund(buyer);
  expect((await balances(buyer.world))['4191 eur']).toBe(-267_200);
});

test('of the credit that two returned plans left, each loses what was returned, but not more than there is', async () => {
  const buyer = await aBuyer();
  buyer.stand('2026-11-20');
  await leaveCredit(buyer);
  await letRunOut(buyer);
  buyer.stand('2026-12-01');
  // The card pays 143 euros for this plan, and the credit pays the rest. Its change leaves 2815 euros again.
  await leaveCredit(buyer);
  await letRunOut(buyer);
  buyer.stand('2026-12-20');
  await buyer.join('essential_monthly');
  expect(await creditOf(buyer)).toEqual(credit(267_200));
  await hearDispute(buyer, 'lost', 14_300);
  expect(await creditOf(buyer)).toEqual(credit(252_900));
  await refund(buyer);
  expect(await creditOf(buyer)).toEqual(none);
  await hearDispute(buyer, 'won', 14_300);
  // The first plan left more than could be withdrawn, so it takes the credit of the second plan.
  expect(await creditOf(buyer)).toEqual(none);
  await failRefund(buyer);
  expect(await creditOf(buyer)).toEqual(credit(267_200));
});

test('credit that a withdrawal gives back is withdrawn, if the payment of the plan that left it was returned', async () => {
  const buyer = await aBuyer();
  const { world, patient } = buyer;
  buyer.stand('2026-11-20');
  await leaveCredit(buyer);
  await letRunOut(buyer);
  buyer.stand('2026-12-20');
  await buyer.join('elite_annual');
  await refund(buyer);
  expect((await balances(world))['4191 eur']).toBeUndefined();
  await withdraw(world, patient.userId);
  await deliver(buyer);
  expect((await balances(world))['4191 eur']).toBeUndefined();
  await failRefund(buyer);
  expect((await balances(world))['4191 eur']).toBe(-281_500);
});

test('credit that a change leaves after the payment was returned is withdrawn at once', async () => {
  const buyer = await aBuyer();
  buyer.stand('2026-11-20');
  await buyer.join('elite_annual');
  await hearDispute(buyer, 'lost');
  await changeTo(buyer, 'essential_monthly');
  expect(await creditOf(buyer)).toEqual(none);
});

test('credit that was withdrawn does not come back when the card pays a renewal of the same plan', async () => {
  const buyer = await aBuyer();
  const { world } = buyer;
  buyer.stand('2026-11-20');
  await leaveCredit(buyer);
  await hearDispute(buyer, 'lost');
  buyer.stand('2026-12-21');
  await renewTestSubscriptions(world);
  await deliver(buyer);
  expect(await paymentOf(buyer, 14_300)).toMatch(/^pi_/);
  const { provider_id: subscription_id } = await world.system
    .selectFrom('subscriptions')
    .select('provider_id')
    .executeTakeFirstOrThrow();
  await world.outbox.emit(world.db, 'billing.creditUnsettled', { subscription_id });
  await deliver(buyer);
  expect((await balances(world))['4191 eur']).toBeUndefined();
  await hearDispute(buyer, 'won');
  expect((await balances(world))['4191 eur']).toBe(-281_500);
});

test('the refund of one of two payments leaves the credit, and the refund of both withdraws it', async () => {
  const buyer = await aBuyer();
  buyer.stand('2026-11-20');
  await buyer.join('essential_monthly');
  await changeTo(buyer, 'elite_annual');
  await changeTo(buyer, 'essential_monthly');
  await refund(buyer, 14_300);
  expect(await creditOf(buyer)).toEqual(credit(281_500));
  await refund(buyer, 281_500);
  expect(await creditOf(buyer)).toEqual(none);
});

test('one kept payment of 143 euros does not protect credit of 2815 euros whose payment the bank returned', async () => {
  const buyer = await aBuyer();
  buyer.stand('2026-11-20');
  await buyer.join('essential_monthly');
  await changeTo(buyer, 'elite_annual');
  await changeTo(buyer, 'essential_monthly');
  expect(await creditOf(buyer)).toEqual(credit(281_500));
  for (let round = 0; round < 2; round++) {
    await hearDispute(buyer, 'lost', 281_500);
    expect(await creditOf(buyer)).toEqual(credit(14_300));
    await hearDispute(buyer, 'won', 281_500);
    expect(await creditOf(buyer)).toEqual(credit(281_500));
  }
});

test('credit that was used during the dispute and left again after its loss is withdrawn', async () => {
  const buyer = await aBuyer();
  buyer.stand('2026-11-20');
  await leaveCredit(buyer);
  await hearDispute(buyer, 'needs_response');
  buyer.stand('2026-12-05');
  // Half of the month is unused, so the card pays 71.50 euros and the credit pays 2815 euros.
  await changeTo(buyer, 'elite_annual');
  await hearDispute(buyer, 'lost');
  await changeTo(buyer, 'essential_monthly');
  expect(await creditOf(buyer)).toEqual(credit(7150));
});

test('months that are over do not protect credit whose payment the bank returned', async () => {
  const buyer = await aBuyer();
  buyer.stand('2026-11-20');
  await buyer.join('essential_monthly');
  for (const day of ['2026-12-21', '2027-01-21']) {
    buyer.stand(day);
    await renewTestSubscriptions(buyer.world);
    await deliver(buyer);
  }
  buyer.stand('2027-02-20');
  await renewTestSubscriptions(buyer.world);
  await deliver(buyer);
  await changeTo(buyer, 'elite_annual');
  await changeTo(buyer, 'essential_monthly');
  expect(await creditOf(buyer)).toEqual(credit(281_500));
  await hearDispute(buyer, 'lost', 281_500);
  expect(await creditOf(buyer)).toEqual(credit(14_300));
});

test('credit that was withdrawn before a withdrawal stays withdrawn, even if the refund fails a month later', async () => {
  const buyer = await aBuyer();
  const { world, patient } = buyer;
  buyer.stand('2026-11-20');
  await leaveCredit(buyer);
  await refund(buyer);
  await withdraw(world, patient.userId);
  await deliver(buyer);
  await forgetHandledEvents(world.system, new Date('2100-01-01'));
  buyer.stand('2026-12-20');
  await failRefund(buyer);
  expect((await balances(world))['4191 eur']).toBeUndefined();
});

test('before a withdrawal, page and email promise no credit whose payment was returned', async () => {
  const buyer = await aMemberWithCredit();
  const { world, patient } = buyer;
  expect((await buyer.membership()).refund).toMatchObject({ credit_cents: 14_300 });
  await refund(buyer);
  expect((await buyer.membership()).refund).toMatchObject({ amount_cents: 0, credit_cents: 0 });
  await withdraw(world, patient.userId);
  await deliver(buyer);
  expect((await balances(world))['4191 eur']).toBeUndefined();
  const mail = (await world.mails()).find(({ subject }) => subject === 'Your withdrawal is confirmed');
  expect(mail?.text).toContain('has ended');
  expect(mail?.text).not.toContain('credit from an earlier plan');
});

test('a page before a withdrawal promises the used credit that the other plan’s kept payment left', async () => {
  const buyer = await aBuyer();
  const { world, patient } = buyer;
  buyer.stand('2026-11-20');
  await leaveCredit(buyer);
  await letRunOut(buyer);
  buyer.stand('2026-12-01');
  // The card pays 143 euros for this plan, and the credit pays the rest. Its change leaves 2815 euros again.
  await leaveCredit(buyer);
  await letRunOut(buyer);
  buyer.stand('2026-12-20');
  await buyer.join('elite_annual');
  await hearDispute(buyer, 'lost', 14_300);
  // Both earlier plans together left 2815 euros, and 143 euros of them are lost.
  expect((await buyer.membership()).refund).toMatchObject({ credit_cents: 267_200 });
  await withdraw(world, patient.userId);
  await deliver(buyer);
  expect((await balances(world))['4191 eur']).toBe(-267_200);
});

/**
 * Each row has three plans, the payment for the first, and the credit that the third leaves. The first payment is
 * refunded before the webhook event about the second arrives. Then only the second payment covers the credit.
 */
const late: readonly (readonly [skus: readonly [Sku, Sku, Sku], first: number, left: number, covered: number])[] = [
  [['essential_monthly', 'elite_annual', 'essential_monthly'], 14_300, 281_500, 281_500],
  [['elite_monthly', 'plus_annual', 'essential_monthly'], 29_000, 178_500, 163_800],
];

test.each(late)(
  'after a refund before a late webhook event about a payment for %j, what this payment covers remains',
  async ([one, two, three], first, left, covered) => {
    const buyer = await aBuyer();
    const { owner } = buyer.world.database;
    buyer.stand('2026-11-20');
    await buyer.join(one);
    await owner.query(`
      create function hold_notice() returns trigger language plpgsql as $$ begin new.next_attempt_at := 'infinity'; return new; end $$;
      create trigger hold_notice before insert on outbox for each row when (new.topic = 'payments.testNoticeMade') execute function hold_notice()`);
    await changeTo(buyer, two);
    await owner.query('drop trigger hold_notice on outbox');
    await changeTo(buyer, three);
    await refund(buyer, first);
    expect(await creditOf(buyer)).toEqual(credit(left));
    await owner.query('update outbox set next_attempt_at = now() where processed_at is null');
    await deliver(buyer);
    expect(await creditOf(buyer)).toEqual(credit(covered));
  },
);
