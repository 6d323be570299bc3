import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Sku } from '#contract/billing.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { forgetHandledEvents } from '#server/platform/outbox/create-outbox.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import { PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import type { Refusal } from '#server/platform/refusal.ts';
import { aBuyer } from '../../../test/a-buyer.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { mayWithdraw, refundEnd, withdraw } from './withdraw.ts';

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

const refundedOf = ({ world }: Buyer) =>
  withSystem(world.system, async (tx) =>
    (await tx.selectFrom('payments').select(['amount_cents', 'refunded_cents']).execute()).map(
      ({ amount_cents, refunded_cents }) => [amount_cents, refunded_cents],
    ),
  );

/** Delivers the webhook event about a dispute over the whole first payment. */
async function hearDispute({ world }: Buyer, status: 'needs_response' | 'won' | 'lost'): Promise<void> {
  const payment = world.system.selectFrom('payments').select(['id', 'amount_cents', 'currency']).orderBy('paid_at');
  const { id: payment_id, amount_cents, currency } = await payment.executeTakeFirstOrThrow();
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

test.each([
  ['withdrew from', false],
  ['let run out', true],
] as const)('credit from a plan that a member %s pays the next plan: %s', async (how, isKept) => {
  const buyer = await aBuyer();
  const { world, patient, join, open, pages, stand } = buyer;
  stand('2026-11-20');
  await join('elite_annual');
  const { at, due_cents } = await previewPlanChange(world, patient.userId, 'essential_monthly');
  expect(due_cents).toBe(14_300 - 295_800);
  await changePlan(world, patient.userId, { sku: 'essential_monthly', at, due_cents, idempotency_key: randomUUID() });
  await world.outbox.drain();
  if (how === 'withdrew from') await withdraw(world, patient.userId);
  else
    await world.payments.endSubscription(
      (await world.system.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()).provider_id,
    );
  for (let round = 0; round < 2; round++) await world.outbox.drain();
  // The provider keeps the credit without limit, but our outbox deletes a processed event after a week.
  await forgetHandledEvents(world.system, new Date('2100-01-01'));
  stand('2027-01-20');
  await open('elite_annual');
  const customers = (await pages()).map(({ data }) => (data as { customer_id: string }).customer_id);
  expect(customers).toHaveLength(2);
  // The provider keeps the credit of 2815 € with the customer, and uses it for each later invoice of this customer.
  expect(new Set(customers).size === 1).toBe(isKept);
});

test('credit from a plan that a member withdrew from pays no other plan, even while a payment is disputed', async () => {
  const buyer = await aBuyer();
  const { world, patient, join, open, pages, stand } = buyer;
  stand('2026-11-20');
  await join('elite_annual');
  const { at, due_cents } = await previewPlanChange(world, patient.userId, 'essential_monthly');
  await changePlan(world, patient.userId, { sku: 'essential_monthly', at, due_cents, idempotency_key: randomUUID() });
  await world.outbox.drain();
  await hearDispute(buyer, 'needs_response');
  await withdraw(world, patient.userId);
  await world.outbox.drain();
  for (let day = 0; day < 9; day++) await passDay(buyer);
  await open('elite_annual');
  const customers = (await pages()).map(({ data }) => (data as { customer_id: string }).customer_id);
  expect(new Set(customers).size).toBe(2);
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
