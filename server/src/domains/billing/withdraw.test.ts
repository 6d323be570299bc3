import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Sku } from '#contract/billing.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { forgetHandledEvents } from '#server/platform/outbox/create-outbox.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import { CustomerGone, PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import type { Refusal } from '#server/platform/refusal.ts';
import { aBuyer } from '../../../test/a-buyer.ts';
import { balances } from '../../../test/books.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { itemOf } from './item-of.ts';
import { mayWithdraw, refundEnd, withdraw } from './withdraw.ts';

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

const refundedOf = ({ world }: Buyer) =>
  withSystem(world.system, async (tx) =>
    (await tx.selectFrom('payments').select(['amount_cents', 'refunded_cents']).execute()).map(
      ({ amount_cents, refunded_cents }) => [amount_cents, refunded_cents],
    ),
  );

/** Delivers the webhook event about a dispute over the whole newest payment. */
async function hearDispute({ world }: Buyer, status: 'needs_response' | 'won' | 'lost'): Promise<void> {
  const payments = world.system.selectFrom('payments').select(['id', 'amount_cents', 'currency']);
  const {
    id: payment_id,
    amount_cents,
    currency,
  } = await payments.orderBy('paid_at', 'desc').executeTakeFirstOrThrow();
  const at = world.clock.now();
  const about = { payment_id, amount_cents, currency, evidence_due_at: null, opened_at: at };
  const dispute = { id: 'dp_1', reason: 'fraudulent', status, ...about };
  const notice = { id: randomUUID(), at, said: { kind: 'disputed' as const, dispute, funds: null } };
  await withSystem(world.system, (tx) => applyNotice(world, tx, notice));
}

/** Deletes the processed events, lets a day pass, and runs the billing jobs that were queued for the next day. */
async function passDay({ world }: Buyer): Promise<void> {
  await forgetHandledEvents(world.system, new Date('2100-01-01'));
  world.clock.advance(86_400_000);
  for (const { name, payload } of world.sentJobs.splice(0))
    if (name.startsWith('billing.')) await world.jobs.runNow(name, payload);
  await world.outbox.drain();
  await world.outbox.drain();
}

/**
 * Each row has the day on which the account is closed (counted from the first payment), the plan, the cents paid and
 * the cents refunded. An accountant checks these rows.
 */
const closed: readonly (readonly [day: number, sku: Sku, paid: number, refunded: number])[] = [
  [0, 'essential_monthly', 14_300, 14_300],
  [13, 'plus_annual', 192_800, 192_800],
  [14, 'elite_monthly', 29_000, 29_000],
  [29, 'elite_annual', 295_800, 295_800],
  [30, 'essential_annual', 145_900, 145_900],
  [31, 'essential_annual', 145_900, 0],
  [200, 'plus_annual', 192_800, 0],
];

test.each(closed)(
  'for an account closed on day %d with %s, %d cents were paid and %d are refunded',
  async (day, sku, paid, refunded) => {
    const buyer = await aBuyer();
    const { world, patient, join } = buyer;
    await join(sku);
    world.clock.advance(day * 86_400_000);
    await withSystem(world.system, (tx) => world.personal.erase(world, tx, { userId: patient.userId, email: '' }));
    await world.outbox.drain();
    await world.outbox.drain();
    expect(await refundedOf(buyer)).toEqual([[paid, refunded]]);
    const rows = await withSystem(world.system, (tx) => tx.selectFrom('subscriptions').select('status').execute());
    expect(rows).toEqual([{ status: 'ended' }]);
  },
);

/**
 * Each row has the start of a subscription, and the last moment to withdraw: the end of the 30th day after the first
 * day, in Paris. The clocks in Paris change on 28 March and on 31 October 2027.
 */
const lastMoments: readonly (readonly [started: string, last: string])[] = [
  ['2026-11-20T08:12:00.000Z', '2026-12-20T22:59:59.999Z'],
  ['2026-11-20T22:59:59.999Z', '2026-12-20T22:59:59.999Z'],
  ['2026-11-20T23:00:00.000Z', '2026-12-21T22:59:59.999Z'],
  ['2027-03-01T08:12:00.000Z', '2027-03-31T21:59:59.999Z'],
  ['2027-02-26T12:00:00.000Z', '2027-03-28T21:59:59.999Z'],
  ['2027-10-01T12:00:00.000Z', '2027-10-31T22:59:59.999Z'],
  ['2027-10-20T22:30:00.000Z', '2027-11-20T22:59:59.999Z'],
];

test.each(lastMoments)('a member whose plan began at %s may withdraw until %s', (started, last) => {
  const subscription = { started_at: new Date(started) };
  expect(refundEnd(subscription).toISOString()).toBe(last);
  expect(mayWithdraw(subscription, new Date(last))).toBe(true);
  expect(mayWithdraw(subscription, new Date(Date.parse(last) + 1))).toBe(false);
});

test('a withdrawal is confirmed once by email, with date and time and without health data', async () => {
  const buyer = await aBuyer();
  const { world, patient, join, stand } = buyer;
  await join('plus_annual');
  stand('2026-11-25');
  const clicks = await Promise.allSettled([withdraw(world, patient.userId), withdraw(world, patient.userId)]);
  // With two clicks at once, the later one may find that the subscription has already ended.
  const refused = clicks.flatMap((click) => (click.status === 'rejected' ? [(click.reason as Refusal).code] : []));
  expect(refused.length).toBeLessThan(2);
  expect(refused.filter((code) => code !== 'NO_SUBSCRIPTION')).toEqual([]);
  await world.outbox.drain();
  await world.outbox.drain();
  const mails = (await world.mails()).filter(({ subject }) => subject === 'Your withdrawal is confirmed');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/25 November 2026.*11:00.*Plus plan.*€1,928/s);
  expect(mails[0]?.text).not.toMatch(/disputed|\n{3}/);
  expect(mails[0]?.text).not.toMatch(/simulation|treatment|photo|skin|your doctor|dose/i);
  expect(await refundedOf(buyer)).toEqual([[192_800, 192_800]]);
});

test('a withdrawal counts when it is received, and the refund follows if the payment provider is down', async () => {
  const buyer = await aBuyer();
  const { world, patient, join } = buyer;
  await join('elite_monthly');
  const away = vi.spyOn(world.payments, 'refund').mockRejectedValue(new PaymentUnavailable('away'));
  await withdraw(world, patient.userId);
  expect(await refundedOf(buyer)).toEqual([[29_000, 0]]);
  away.mockRestore();
  await world.outbox.drain();
  await world.outbox.drain();
  expect(await refundedOf(buyer)).toEqual([[29_000, 29_000]]);
  expect(await buyer.planOf()).toBe('free');
});

test.each(['withdraws', 'closes the account'])(
  'a payment for a change of plan is refunded, even if its webhook event arrives after the member %s',
  async (how) => {
    const buyer = await aBuyer();
    const { world, patient, join } = buyer;
    await join('plus_monthly');
    await world.database.owner.query(`
      create function hold_notice() returns trigger language plpgsql as $$ begin new.next_attempt_at := 'infinity'; return new; end $$;
      create trigger hold_notice before insert on outbox for each row when (new.topic = 'payments.testNoticeMade') execute function hold_notice()`);
    const { at, due_cents } = await previewPlanChange(world, patient.userId, 'elite_monthly');
    await changePlan(world, patient.userId, { sku: 'elite_monthly', at, due_cents, idempotency_key: randomUUID() });
    if (how === 'withdraws') await withdraw(world, patient.userId);
    else await withSystem(world.system, (tx) => world.personal.erase(world, tx, { userId: patient.userId, email: '' }));
    await world.outbox.drain();
    for (let round = 0; round < 3; round++) {
      await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
      await world.outbox.drain();
    }
    const refunded = await refundedOf(buyer);
    expect(refunded.map(([paid]) => paid).toSorted()).toEqual([due_cents, 18_900].toSorted());
    expect(refunded.filter(([paid, back]) => paid !== back)).toEqual([]);
  },
);

test.each([
  ['withdraws', 'won', 29_000],
  ['withdraws', 'lost', 0],
  ['closes the account', 'won', 29_000],
] as const)(
  'a member who %s gets back a disputed payment a day after the dispute is %s: %d cents',
  async (how, end, back) => {
    const buyer = await aBuyer();
    const { world, patient, join } = buyer;
    await join('elite_monthly');
    await hearDispute(buyer, 'needs_response');
    expect((await buyer.membership()).refund).toMatchObject({ amount_cents: 0, currency: 'eur' });
    if (how === 'withdraws') await withdraw(world, patient.userId);
    else await withSystem(world.system, (tx) => world.personal.erase(world, tx, { userId: patient.userId, email: '' }));
    await world.outbox.drain();
    const confirmed = (await world.mails()).filter(({ subject }) => subject === 'Your withdrawal is confirmed');
    expect(confirmed).toHaveLength(how === 'withdraws' ? 1 : 0);
    for (const { text } of confirmed)
      expect(text).toMatch(/has ended\.\n\nA payment of €290 is disputed at your bank\..*\n\nKeep this email/);
    for (let day = 0; day < 2; day++) await passDay(buyer);
    expect(await refundedOf(buyer)).toEqual([[29_000, 0]]);
    await hearDispute(buyer, end);
    await passDay(buyer);
    expect(await refundedOf(buyer)).toEqual([[29_000, back]]);
    expect(world.sentJobs.filter(({ name }) => name.startsWith('billing.'))).toEqual([]);
  },
);

/** Changes the plan of a member at once, and returns the price that was shown. */
async function changeTo({ world, patient }: Buyer, sku: Sku): Promise<number> {
  const { at, due_cents } = await previewPlanChange(world, patient.userId, sku);
  await changePlan(world, patient.userId, { sku, at, due_cents, idempotency_key: randomUUID() });
  await world.outbox.drain();
  return due_cents;
}

/** Buys a plan and returns the cents that the card paid for it. */
async function cardPaysFor({ world, join }: Buyer, sku: Sku): Promise<number> {
  const payments = () => withSystem(world.system, (tx) => tx.selectFrom('payments').selectAll().execute());
  const before = await payments();
  await join(sku);
  const made = (await payments()).filter(({ id }) => !before.some((earlier) => earlier.id === id));
  return made.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/** Ends the running plan at the payment provider, without a refund. */
async function letRunOut({ world }: Buyer): Promise<void> {
  const rows = world.system.selectFrom('subscriptions').select('provider_id').where('status', '<>', 'ended');
  await world.payments.endSubscription((await rows.executeTakeFirstOrThrow()).provider_id);
  for (let round = 0; round < 2; round++) await world.outbox.drain();
}

/** Makes a person whose ended plan has left a credit of 2815 euros. */
async function aBuyerWithCredit(): Promise<Buyer> {
  const buyer = await aBuyer();
  buyer.stand('2026-11-20');
  await buyer.join('elite_annual');
  expect(await changeTo(buyer, 'essential_monthly')).toBe(-281_500);
  await letRunOut(buyer);
  return buyer;
}

test.each([
  ['withdrew from', 295_800],
  ['let run out', 14_300],
] as const)(
  'after credit of 2815 euros in a plan that a member %s, the card pays %d cents for the next plan',
  async (how, paid) => {
    const buyer = await aBuyer();
    const { world, patient, join, stand } = buyer;
    stand('2026-11-20');
    await join('elite_annual');
    expect(await changeTo(buyer, 'essential_monthly')).toBe(-281_500);
    if (how === 'withdrew from') await withdraw(world, patient.userId);
    else await letRunOut(buyer);
    for (let round = 0; round < 2; round++) await world.outbox.drain();
    expect((await balances(world))['4191 eur']).toBe(how === 'withdrew from' ? undefined : -281_500);
    // The provider keeps the credit without limit, but our outbox deletes a processed event after a week.
    await forgetHandledEvents(world.system, new Date('2100-01-01'));
    stand('2027-01-20');
    expect(await cardPaysFor(buyer, 'elite_annual')).toBe(paid);
  },
);

/**
 * A person with a credit of 2815 euros buys a plan and withdraws from it. Each row has the plan, the plan that the
 * member changes to before the withdrawal, the cents that the card paid and gets back, and the cents that become credit
 * again. The page names both amounts before the withdrawal, and the email names them afterwards.
 */
const paidWithCredit: readonly (readonly [sku: Sku, then: Sku | null, card_cents: number, credit_cents: number])[] = [
  ['elite_annual', null, 14_300, 281_500],
  ['essential_monthly', null, 0, 14_300],
  ['elite_annual', 'essential_monthly', 14_300, 0],
];

test.each(paidWithCredit)(
  'a withdrawal from %s (changed to %s) refunds %d cents to the card, and the earlier credit is complete again',
  async (sku, then, card_cents, credit_cents) => {
    const buyer = await aBuyerWithCredit();
    const { world, patient, stand } = buyer;
    stand('2027-01-20');
    expect(await cardPaysFor(buyer, sku)).toBe(card_cents);
    if (then) await changeTo(buyer, then);
    expect((await buyer.membership()).refund).toMatchObject({ amount_cents: card_cents, credit_cents });
    await withdraw(world, patient.userId);
    for (let round = 0; round < 2; round++) await world.outbox.drain();
    expect((await refundedOf(buyer)).filter(([, back]) => back !== 0)).toEqual(
      card_cents > 0 ? [[card_cents, card_cents]] : [],
    );
    expect(await balances(world)).toMatchObject({ '4191 eur': -281_500 });
    const mail = (await world.mails()).find(({ subject }) => subject === 'Your withdrawal is confirmed');
    const told = /You paid €(\S+) with credit from an earlier plan/.exec(mail?.text ?? '')?.[1] ?? '0';
    expect(Number(told.replace(',', '')) * 100).toBe(credit_cents);
    await forgetHandledEvents(world.system, new Date('2100-01-01'));
    stand('2027-02-20');
    expect(await cardPaysFor(buyer, 'elite_annual')).toBe(14_300);
  },
);

/** Returns the whole newest payment to the payer in one of three ways, and ends the plan. */
async function returnMoney(buyer: Buyer, how: Returned): Promise<void> {
  const { world, patient } = buyer;
  if (how === 'a withdrawal') await withdraw(world, patient.userId);
  if (how === 'a lost dispute') await hearDispute(buyer, 'lost');
  if (how === 'an administrator’s full refund') {
    const payments = world.system.selectFrom('payments').select('id').orderBy('paid_at', 'desc');
    const { id: payment_id } = await payments.executeTakeFirstOrThrow();
    await world.payments.refund({ payment_id, idempotency_key: 'admin:goodwill' });
  }
  if (how !== 'a withdrawal') await letRunOut(buyer);
  for (let round = 0; round < 2; round++) await world.outbox.drain();
}

/** Each row has the cents that the card pays for the next plan. The plan before cost 143 euros and the credit. */
const returned = [
  ['a withdrawal', 14_300],
  ['a lost dispute', 295_800],
  ['an administrator’s full refund', 295_800],
] as const;
type Returned = (typeof returned)[number][0];

test.each(returned)(
  'after %s of a plan that credit of 2815 euros paid, the next plan costs %d cents',
  async (how, paid) => {
    const buyer = await aBuyerWithCredit();
    buyer.stand('2027-01-20');
    expect(await cardPaysFor(buyer, 'elite_annual')).toBe(14_300);
    await returnMoney(buyer, how);
    buyer.stand('2028-01-21');
    expect(await cardPaysFor(buyer, 'elite_annual')).toBe(paid);
  },
);

test.each(returned)(
  'after %s of a plan whose change left a credit of 2815 euros, this credit is withdrawn',
  async (how) => {
    const buyer = await aBuyer();
    buyer.stand('2026-11-20');
    await buyer.join('elite_annual');
    expect(await changeTo(buyer, 'essential_monthly')).toBe(-281_500);
    await returnMoney(buyer, how);
    buyer.stand('2027-01-20');
    expect(await cardPaysFor(buyer, 'elite_annual')).toBe(295_800);
  },
);

test('a withdrawal and the next purchase succeed, even if the provider refuses to give the credit back at once', async () => {
  const buyer = await aBuyerWithCredit();
  const { world, patient, stand } = buyer;
  stand('2027-01-20');
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(14_300);
  const refusing = vi.spyOn(world.payments, 'restoreCredit').mockRejectedValue(new Error('permission_error'));
  await withdraw(world, patient.userId);
  for (let round = 0; round < 2; round++) await world.outbox.drain();
  expect((await refundedOf(buyer)).find(([amount]) => amount === 14_300)).toEqual([14_300, 14_300]);
  expect(await cardPaysFor(buyer, 'essential_monthly')).toBe(14_300);
  refusing.mockRestore();
  await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
  await world.outbox.drain();
  expect(await balances(world)).toMatchObject({ '4191 eur': -281_500 });
  await letRunOut(buyer);
  stand('2027-02-21');
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(14_300);
});

test('a purchase with a customer who was deleted at the provider gets a new customer', async () => {
  const buyer = await aBuyerWithCredit();
  const { world, patient, stand } = buyer;
  stand('2027-01-20');
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(14_300);
  await withdraw(world, patient.userId);
  await world.outbox.drain();
  const gone = vi.spyOn(world.payments, 'restoreCredit').mockRejectedValue(new CustomerGone());
  const log = vi.spyOn(world.log, 'error');
  stand('2027-02-20');
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(295_800);
  expect(log.mock.calls.map(([about]) => about)).toEqual([{ subscription: gone.mock.calls[0]?.[0] }]);
});

test('a purchase gets a new customer if the customer of a plan that has run out was deleted at the provider', async () => {
  const buyer = await aBuyerWithCredit();
  const { world, stand } = buyer;
  const opening = vi.spyOn(world.payments, 'openSubscriptionPage').mockRejectedValueOnce(new CustomerGone());
  stand('2027-01-20');
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(295_800);
  const [first, second] = opening.mock.calls.map(([page]) => page);
  expect([typeof first?.customer_id, second?.customer_id]).toEqual(['string', undefined]);
  expect(second?.idempotency_key).not.toBe(first?.idempotency_key);
});

test.each([
  ['a withdrawal', 'billing.withdrawn'],
  ['a second subscription that is ended at once', 'billing.unwantedEnded'],
])('%s is settled even if the customer was deleted at the provider, and the log tells it', async (how, topic) => {
  const buyer = await aBuyerWithCredit();
  const { world, patient, join } = buyer;
  const gone = vi.spyOn(world.payments, 'restoreCredit').mockRejectedValue(new CustomerGone());
  const log = vi.spyOn(world.log, 'error');
  if (how === 'a withdrawal') {
    await join('essential_monthly');
    await withdraw(world, patient.userId);
    await world.outbox.drain();
  } else await buyTwice(buyer);
  const events = await world.database.owner.query('select processed_at from outbox where topic = $1', [topic]);
  expect(events.rows).toEqual([{ processed_at: expect.any(Date) }]);
  expect(log.mock.calls.map(([about]) => about)).toContainEqual({ subscription: gone.mock.calls[0]?.[0] });
});

test('a person whose credit must be withdrawn cannot buy a plan until the provider withdraws it', async () => {
  const buyer = await aBuyer();
  const { world, patient, join, open, stand } = buyer;
  stand('2026-11-20');
  await join('elite_annual');
  expect(await changeTo(buyer, 'essential_monthly')).toBe(-281_500);
  const refusing = vi.spyOn(world.payments, 'restoreCredit').mockRejectedValue(new Error('permission_error'));
  await withdraw(world, patient.userId);
  for (let round = 0; round < 2; round++) await world.outbox.drain();
  await expect(open('elite_annual')).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  refusing.mockRestore();
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(295_800);
});

test('of the credit that a change left, a returned payment of 143 euros withdraws 143 euros', async () => {
  const buyer = await aBuyerWithCredit();
  const { stand } = buyer;
  stand('2027-01-20');
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(14_300);
  expect(await changeTo(buyer, 'essential_monthly')).toBe(-281_500);
  await returnMoney(buyer, 'a lost dispute');
  stand('2027-02-21');
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(295_800 - (281_500 - 14_300));
});

/** Buys a plan with credit, and then pays for a second one on an older page. The second one is ended at once. */
async function buyTwice({ world, patient, join }: Buyer): Promise<void> {
  const rows = world.system.selectFrom('subscriptions').select('customer_id');
  const { customer_id } = await rows.executeTakeFirstOrThrow();
  const old = await world.payments.openSubscriptionPage({
    reference: { kind: 'subscription', id: randomUUID(), user_id: patient.userId },
    item: itemOf('plus_monthly'),
    customer_email: '',
    customer_id,
    language: 'en',
    success_url: 'http://flaira.test/',
    cancel_url: 'http://flaira.test/',
    expires_at: new Date(world.clock.now().getTime() + 20 * 3_600_000),
    idempotency_key: randomUUID(),
  });
  await join('essential_monthly');
  await world.pay(old.url);
  for (let round = 0; round < 2; round++) await world.outbox.drain();
}

test('the email about a withdrawal names only the credit of this plan, not that of a second subscription', async () => {
  const buyer = await aBuyerWithCredit();
  const { world, patient } = buyer;
  await buyTwice(buyer);
  await withdraw(world, patient.userId);
  for (let round = 0; round < 2; round++) await world.outbox.drain();
  const mail = (await world.mails()).find(({ subject }) => subject === 'Your withdrawal is confirmed');
  expect(mail?.text).toContain('You paid €143 with credit from an earlier plan');
  expect(await balances(world)).toMatchObject({ '4191 eur': -281_500 });
});

test('a second subscription that is ended at once gives back the credit that it used', async () => {
  const buyer = await aBuyerWithCredit();
  const { world } = buyer;
  await buyTwice(buyer);
  expect((await balances(world))['4191 eur']).toBe(14_300 - 281_500);
  expect(await changeTo(buyer, 'elite_annual')).toBe(295_800 - 14_300 - (281_500 - 14_300));
});

test('credit from a plan that a member withdrew from pays no other plan, even while a payment is disputed', async () => {
  const buyer = await aBuyer();
  const { world, patient, join, stand } = buyer;
  stand('2026-11-20');
  await join('elite_annual');
  await changeTo(buyer, 'essential_monthly');
  await hearDispute(buyer, 'needs_response');
  await withdraw(world, patient.userId);
  await world.outbox.drain();
  for (let day = 0; day < 9; day++) await passDay(buyer);
  expect(await cardPaysFor(buyer, 'elite_annual')).toBe(295_800);
});

/**
 * Each row has a day, and the number of notices sent up to this day. The annual plan began on 20 November 2026 and
 * renews on 20 November 2027.
 */
const notices: readonly (readonly [day: string, sent: number])[] = [
  ['2027-08-19', 0],
  ['2027-09-20', 0],
  ['2027-09-22', 1],
  ['2027-10-19', 1],
];

test('an annual plan announces its renewal once, between three months and one month before', async () => {
  const { world, join, stand, subjects } = await aBuyer();
  stand('2026-11-20');
  await join('plus_annual');
  for (const [day, sent] of notices) {
    stand(day);
    await world.jobs.runNow('billing.tellRenewals', {});
    await world.outbox.drain();
    const told = (await subjects()).filter((subject) => subject === 'Your yearly plan renews soon');
    expect([day, told.length]).toEqual([day, sent]);
  }
});

test.each(['monthly', 'cancelled'])('a plan that is %s announces no renewal', async (kind) => {
  const { world, patient, join, stand, subjects } = await aBuyer();
  stand('2026-11-20');
  await join(kind === 'monthly' ? 'plus_monthly' : 'plus_annual');
  if (kind === 'cancelled') await world.browserOf(patient).post('/rpc/cancel_subscription', {});
  stand(kind === 'monthly' ? '2026-12-01' : '2027-09-25');
  await world.jobs.runNow('billing.tellRenewals', {});
  await world.outbox.drain();
  expect(await subjects()).not.toContain('Your yearly plan renews soon');
});
