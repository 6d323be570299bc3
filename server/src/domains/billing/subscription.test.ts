import { expect, test, vi } from 'vitest';
import { ReadingLanguages } from '#contract/languages.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { ConfirmationNeeded } from '#server/platform/payments/gateway.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { renewTestSubscriptions } from '#server/platform/payments/test-checkout/renew.ts';
import { aBuyer } from '../../../test/a-buyer.ts';
import type { World } from '../../../test/world.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { openCardPage, setCancelled } from './end-subscription.ts';
import { followSubscription } from './follow-subscription.ts';
import { setPaymentHold } from './payment-hold.ts';

test('a payment starts a membership, with one invoice and one email', async () => {
  const { join, membership, planOf, subjects } = await aBuyer();
  await join();
  expect(await planOf()).toBe('elite');
  expect(await membership()).toMatchObject({
    plan: 'elite',
    subscription: { status: 'active', amount_cents: 29_000, cancel_at: null },
    invoices: [{ number: 'FL-2026-000001', kind: 'invoice', amount_cents: 29_000 }],
    refund: { amount_cents: 29_000 },
  });
  expect(await subjects()).toEqual(['Your membership has started']);
});

test('a member who chooses a plan is led to the page that changes the plan', async () => {
  const { open, join } = await aBuyer();
  await join();
  expect((await open('plus_monthly')).url).toBe('http://flaira.test/account/membership?change=plus_monthly');
});

test('a change of plan charges the shown amount, once for two clicks', async () => {
  const { world, patient, join, membership, planOf, subjects, stand } = await aBuyer();
  await join('plus_monthly');
  stand('2026-12-05');
  const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  const agreed = { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' } as const;
  await Promise.all([changePlan(world, patient.userId, agreed), changePlan(world, patient.userId, agreed)]);
  await world.outbox.drain();
  expect(due_cents).toBeGreaterThan(4_000);
  expect(await planOf()).toBe('elite');
  const { invoices } = await membership();
  expect(invoices.map(({ amount_cents }) => amount_cents)).toEqual([due_cents, 18_900]);
  expect(await subjects()).toEqual(['Your membership has started', 'Your plan has changed']);
});

test('trust 14: during a hold on payments, a plan cannot be changed', async () => {
  const { world, patient, join, planOf } = await aBuyer();
  await join('plus_monthly');
  const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  const hold = (isNeeded: boolean) =>
    withSystem(world.system, (tx) => setPaymentHold(world, tx, patient.userId, isNeeded));
  await hold(true);
  const agreed = { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' } as const;
  await expect(previewPlanChange(world, patient.userId, 'elite_monthly')).rejects.toMatchObject({ code: 'TALK_FIRST' });
  await expect(changePlan(world, patient.userId, agreed)).rejects.toMatchObject({ code: 'TALK_FIRST' });
  expect(await planOf()).toBe('plus');
  await hold(false);
  await changePlan(world, patient.userId, agreed);
  expect(await planOf()).toBe('elite');
});

test('a change of plan is refused if the price differs from the shown one', async () => {
  const { world, patient, join, planOf } = await aBuyer();
  await join('plus_monthly');
  const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  const agreed = { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' } as const;
  await expect(changePlan(world, patient.userId, { ...agreed, due_cents: 1 })).rejects.toMatchObject({
    code: 'PRICE_CHANGED',
  });
  world.clock.advance(16 * 60_000);
  await expect(changePlan(world, patient.userId, agreed)).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
  await expect(previewPlanChange(world, patient.userId, 'plus_monthly')).rejects.toMatchObject({ code: 'SAME_PLAN' });
  expect(await planOf()).toBe('plus');
});

test('a change of plan withdraws a cancellation only if the person has read that it does', async () => {
  const { world, patient, join, membership, planOf } = await aBuyer();
  await join('plus_monthly');
  const unread = await previewPlanChange(world, patient.userId, 'elite_monthly');
  await setCancelled(world, patient.userId, true);
  const change = ({ at, due_cents, resumes }: typeof unread, idempotency_key: string) =>
    changePlan(world, patient.userId, { sku: 'elite_monthly', at, due_cents, resumes, idempotency_key });
  await expect(change(unread, 'k')).rejects.toMatchObject({ code: 'CHANGE_RESUMES' });
  expect(await membership()).toMatchObject({ plan: 'plus', subscription: { cancel_at: expect.any(String) } });
  const read = await previewPlanChange(world, patient.userId, 'elite_monthly');
  expect([unread.resumes, read.resumes]).toEqual([false, true]);
  await change(read, 'l');
  expect(await planOf()).toBe('elite');
  expect((await membership()).subscription).toMatchObject({ cancel_at: null });
});

test('a change of plan whose payment is declined does not change the plan', async () => {
  const { world, patient, join, membership, planOf } = await aBuyer();
  await join('plus_monthly', 'fails_later');
  const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  const change = changePlan(world, patient.userId, { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' });
  await expect(change).rejects.toMatchObject({ code: 'PAYMENT_DECLINED' });
  await world.outbox.drain();
  expect(await planOf()).toBe('plus');
  expect((await membership()).invoices).toHaveLength(1);
});

test('a change of plan that the bank wants confirmed is refused with its own reason', async () => {
  const { world, patient, join, planOf } = await aBuyer();
  await join('plus_monthly');
  const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  vi.spyOn(world.payments, 'changeSubscription').mockRejectedValue(new ConfirmationNeeded('bank'));
  const change = changePlan(world, patient.userId, { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' });
  await expect(change).rejects.toMatchObject({ code: 'PAYMENT_TO_CONFIRM' });
  expect(await planOf()).toBe('plus');
});

test('a cancelled plan stays until its period ends, can be resumed until then, and then ends', async () => {
  const { world, patient, join, membership, planOf, subjects, stand } = await aBuyer();
  await join();
  await setCancelled(world, patient.userId, true);
  expect(await membership()).toMatchObject({ plan: 'elite', subscription: { cancel_at: expect.any(String) } });
  await setCancelled(world, patient.userId, false);
  world.clock.advance(60_000);
  await setCancelled(world, patient.userId, true);
  stand('2026-12-21');
  await renewTestSubscriptions(world);
  await world.outbox.drain();
  expect(await planOf()).toBe('free');
  expect(await membership()).toMatchObject({ plan: 'free', subscription: { status: 'ended' } });
  expect((await subjects()).slice(1)).toEqual([
    'Your cancellation is confirmed',
    'Your cancellation is confirmed',
    'Your membership has ended',
  ]);
  const mail = (await world.mails()).find(({ subject }) => subject === 'Your cancellation is confirmed');
  expect(mail?.text).toMatch(
    /ends on 20 December 2026\. You keep everything.*\n\nIf you change your mind, you can undo/,
  );
  await expect(setCancelled(world, patient.userId, true)).rejects.toMatchObject({ code: 'NO_SUBSCRIPTION' });
});

/**
 * An annual plan from 20 November 2026 to 20 November 2027 that was cancelled in the provider's dashboard. Each row has
 * the date of its end, whether the cancellation is confirmed by email, and whether the renewal is announced.
 */
const cancelledFor: readonly (readonly [end: string, confirmed: boolean, announced: 'in part' | 'whole' | false])[] = [
  ['2027-03-01', true, false],
  ['2027-11-20', true, false],
  ['2027-11-21', false, 'in part'],
  ['2028-03-01', false, 'in part'],
  ['2028-11-19', false, 'in part'],
  ['2028-11-20', false, 'whole'],
  ['2029-03-01', false, 'whole'],
];

test.each(cancelledFor)(
  'a cancelled plan that ends on %s: confirmed by email %s, renewal announced %s',
  async (end, confirmed, announced) => {
    const { world, join, membership, subjects, stand } = await aBuyer();
    stand('2026-11-20');
    await join('plus_annual');
    const { provider_id } = await withSystem(world.system, (tx) =>
      tx.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow(),
    );
    const state = await world.payments.getSubscription(provider_id);
    const cancel_at = new Date(`${end}T10:00:00Z`);
    vi.spyOn(world.payments, 'getSubscription').mockResolvedValue({ ...state, cancel_at });
    await followSubscription(world, provider_id);
    expect((await membership()).subscription).toMatchObject({ status: 'active', cancel_at: cancel_at.toISOString() });
    stand('2027-09-25');
    await world.jobs.runNow('billing.tellRenewals', {});
    await world.outbox.drain();
    const told = await subjects();
    expect([told.includes('Your cancellation is confirmed'), told.includes('Your yearly plan renews soon')]).toEqual([
      confirmed,
      announced !== false,
    ]);
    // If the provider charges only a part of the next year, the email names no amount.
    const notice = (await world.mails()).find(({ subject }) => subject === 'Your yearly plan renews soon');
    const text = notice?.text ?? '';
    expect([text.includes('you are charged only for the time until its end'), text.includes('for €')]).toEqual([
      announced === 'in part',
      announced === 'whole',
    ]);
  },
);

test('a failed renewal is announced with the day of the next attempt, and a new card pays it', async () => {
  const { world, patient, join, membership, subjects, stand } = await aBuyer();
  await join('elite_monthly', 'fails_later');
  stand('2026-12-21');
  await renewTestSubscriptions(world);
  await world.outbox.drain();
  expect(await membership()).toMatchObject({
    plan: 'elite',
    subscription: { status: 'past_due', next_attempt_at: '2026-12-24T10:00:00.000Z' },
  });
  await expect(previewPlanChange(world, patient.userId, 'plus_monthly')).rejects.toMatchObject({
    code: 'PAYMENT_OWED',
  });
  const { url } = await openCardPage(world, patient.userId, 'en', 'http://flaira.test/account/membership');
  await world.pay(url);
  expect(await membership()).toMatchObject({ subscription: { status: 'active', next_attempt_at: null } });
  expect(await subjects()).toContain('A payment did not go through');
  expect(world.told).toContainEqual({ to: { userId: patient.userId }, event: { kind: 'membership.changed' } });
});

test('trust 14: during a hold on payments, no email asks for the payment of a failed renewal', async () => {
  const { world, patient, join, membership, subjects, stand } = await aBuyer();
  await join('elite_monthly', 'fails_later');
  const asked = async () => (await subjects()).filter((subject) => /payment/i.test(subject));
  const fail = async (day: string, isNeeded: boolean) => {
    await withSystem(world.system, (tx) => setPaymentHold(world, tx, patient.userId, isNeeded));
    stand(day);
    await renewTestSubscriptions(world);
    await world.outbox.drain();
  };
  await fail('2026-12-21', true);
  expect(await asked()).toEqual([]);
  expect((await membership()).subscription).toMatchObject({ next_attempt_at: '2026-12-24T10:00:00.000Z' });
  await fail('2026-12-25', false);
  expect(await asked()).toEqual(['A payment did not go through']);
});

test.each([
  ['still owed', ['A payment did not go through']],
  ['paid in the meantime', []],
] as const)('after a hold on payments, an email tells of a failed renewal that is %s: %j', async (state, told) => {
  const { world, patient, join, subjects, stand } = await aBuyer();
  await join('elite_monthly', 'fails_later');
  const asked = async () => (await subjects()).filter((subject) => /payment/i.test(subject));
  const hold = async (isNeeded: boolean) => {
    await withSystem(world.system, (tx) => setPaymentHold(world, tx, patient.userId, isNeeded));
    await world.outbox.drain();
  };
  await hold(true);
  stand('2026-12-21');
  await renewTestSubscriptions(world);
  await world.outbox.drain();
  expect(await asked()).toEqual([]);
  const rows = world.system.selectFrom('subscriptions').select('customer_id');
  const { customer_id } = await rows.executeTakeFirstOrThrow();
  const page = { customer_id, language: 'en', return_url: 'http://flaira.test/' } as const;
  if (state === 'paid in the meantime') await world.pay((await world.payments.openCardPage(page)).url);
  for (let time = 0; time < 2; time++) await hold(false);
  await world.outbox.drain();
  expect(await asked()).toEqual(told);
  const mails = (await world.mails()).filter(({ subject }) => subject === 'A payment did not go through');
  const owed = expect.stringMatching(/€290.*We will try again on 24 December 2026/s);
  expect(mails.map(({ text }) => text)).toEqual(told.map(() => owed));
});

/**
 * The member cancels on 21 December 2026. Each row has the state at the provider and in our row, and when the plan
 * ends. Of each renewal that is paid at the provider, the webhook event has not arrived yet.
 */
type State = 'active' | 'past_due';
const cancelledWhile: readonly (readonly [provider: State, ours: State, ends: string])[] = [
  ['active', 'active', '2027-01-20'],
  ['active', 'past_due', '2027-01-20'],
  ['past_due', 'active', '2026-12-21'],
  ['past_due', 'past_due', '2026-12-21'],
];

test.each(cancelledWhile)(
  'a plan that is cancelled while it is %s at the provider and %s in our row ends on %s',
  async (provider, ours, ends) => {
    const { world, patient, join, membership, stand } = await aBuyer();
    stand('2026-11-20');
    await join('elite_monthly', provider === 'active' ? 'accepted' : 'fails_later');
    stand('2026-12-21');
    await renewTestSubscriptions(world);
    await withSystem(world.system, (tx) => tx.updateTable('subscriptions').set({ status: ours }).execute());
    await setCancelled(world, patient.userId, true);
    const { subscription } = await membership();
    expect((subscription?.ended_at ?? subscription?.cancel_at)?.slice(0, 10)).toBe(ends);
    expect(subscription?.status).toBe(ends === '2026-12-21' ? 'ended' : 'active');
  },
);

test('a cancellation of a plan that has already ended at the provider only shows its end', async () => {
  const { world, patient, join, membership } = await aBuyer();
  await join('elite_monthly');
  const { provider_id } = await withSystem(world.system, (tx) =>
    tx.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow(),
  );
  await world.payments.endSubscription(provider_id);
  await setCancelled(world, patient.userId, true);
  expect(await membership()).toMatchObject({ plan: 'free', subscription: { status: 'ended' } });
});

test('when all attempts to charge a renewal fail, the account returns to the free plan', async () => {
  const { world, join, planOf, subjects, stand } = await aBuyer();
  await join('elite_monthly', 'fails_later');
  for (const day of ['2026-12-21', '2026-12-25', '2026-12-31', '2027-01-08']) {
    stand(day);
    await renewTestSubscriptions(world);
    await world.outbox.drain();
  }
  expect(await planOf()).toBe('free');
  expect((await subjects()).slice(1)).toEqual([
    ...Array.from({ length: 3 }, () => 'A payment did not go through'),
    'Your membership has ended',
  ]);
});

test('fifty clicks on cancel and fifty webhook events at once leave a database connection for the test checkout', async () => {
  const { world, patient, join, membership } = await aBuyer();
  await join('plus_monthly');
  const { provider_id } = await withSystem(world.system, (tx) =>
    tx.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow(),
  );
  const fifty = Array.from({ length: 50 });
  await Promise.all([
    ...fifty.map(() => setCancelled(world, patient.userId, true)),
    ...fifty.map(() => followSubscription(world, provider_id)),
  ]);
  expect((await membership()).subscription).toMatchObject({ plan: 'plus', cancel_at: expect.any(String) });
});

test('late or unordered webhook events do not replace a newer state of the plan', async () => {
  const { world, join, planOf, subjects } = await aBuyer();
  await join('plus_monthly');
  const { provider_id } = await withSystem(world.system, (tx) =>
    tx.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow(),
  );
  await world.payments.endSubscription(provider_id);
  await followSubscription(world, provider_id);
  await Promise.all([1, 2, 3].map(() => followSubscription(world, provider_id)));
  await world.outbox.drain();
  expect(await planOf()).toBe('free');
  expect((await subjects()).filter((subject) => subject === 'Your membership has ended')).toHaveLength(1);
});

test('the shown price of a change of plan is valid for 15 minutes', async () => {
  const { world, patient, join, planOf } = await aBuyer();
  await join('plus_monthly');
  world.clock.advance(123);
  const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  expect(at).toMatch(/\.000Z$/);
  const agreed = { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' } as const;
  const end = new Date(at).getTime() + 15 * 60_000;
  world.clock.set(new Date(end + 1));
  await expect(changePlan(world, patient.userId, agreed)).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
  world.clock.set(new Date(end));
  await changePlan(world, patient.userId, agreed);
  expect(await planOf()).toBe('elite');
  // An hour later the shown price has expired. A repeated call is still accepted, and changes nothing.
  world.clock.advance(3_600_000);
  await changePlan(world, patient.userId, agreed);
});

test('a change of plan with a price from the future is refused, unless it is only a second ahead', async () => {
  const { world, patient, join, planOf } = await aBuyer();
  await join('plus_monthly');
  const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  const agreed = { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' } as const;
  world.clock.set(new Date(new Date(at).getTime() - 1001));
  await expect(changePlan(world, patient.userId, agreed)).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
  world.clock.set(new Date(new Date(at).getTime() - 1000));
  await changePlan(world, patient.userId, agreed);
  expect(await planOf()).toBe('elite');
});

test('a member with an unpaid invoice cannot change the plan, even with a price shown before', async () => {
  const { world, patient, join, planOf, stand } = await aBuyer();
  await join('plus_monthly', 'fails_later');
  stand('2026-12-21');
  const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
  await renewTestSubscriptions(world);
  await world.outbox.drain();
  const agreed = { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' } as const;
  await expect(changePlan(world, patient.userId, agreed)).rejects.toMatchObject({ code: 'PAYMENT_OWED' });
  expect(await planOf()).toBe('plus');
});

test('the subscription of a suspended person is cancelled, because this person cannot sign in to cancel it', async () => {
  const { world, patient, join, membership } = await aBuyer();
  await join();
  const admin = world.browserOf(await world.admin());
  const suspend = (is_suspended: boolean) =>
    admin.post('/rpc/admin_suspend_user', { user_id: patient.userId, is_suspended, reason: 'chargebacks' });
  for (const is_suspended of [true, false]) expect((await suspend(is_suspended)).status).toBe(200);
  await world.outbox.drain();
  expect((await membership()).subscription?.cancel_at).toBeNull();
  await suspend(true);
  await world.outbox.drain();
  const { subscription } = await membership();
  expect(subscription?.cancel_at).not.toBeNull();
  expect(subscription?.cancel_at).toBe(subscription?.period_end);
  const mail = (await world.mails()).find(({ subject }) => subject === 'Your plan was cancelled');
  expect(mail?.text).toContain(
    'ends on 20 December 2026. We cancelled it because your account is suspended. You will not be charged again.',
  );
  expect(mail?.text).not.toMatch(/undo|change your mind|You keep|confirmed|account\/membership/);
  const { provider_id } = await world.system
    .selectFrom('subscriptions')
    .select('provider_id')
    .executeTakeFirstOrThrow();
  await world.payments.endSubscription(provider_id);
  for (let round = 0; round < 2; round++) await world.outbox.drain();
  const ended = (await world.mails()).find(({ subject }) => subject === 'Your membership has ended');
  expect(ended?.text).toContain('Your account is suspended. You will not be charged again.');
  expect(ended?.text).not.toMatch(/stays open|account\/membership/);
});

test('the notification about a cancelled plan has the words for a suspended member, in every language', () => {
  const [listed, mailed] = [messagesOf<string>('notifications'), messagesOf<string>('mail')];
  for (const language of ReadingLanguages)
    expect(listed[language]['kind.subscription_cancelled']).toBe(
      mailed[language]['subscription_cancelled.subject_suspended'],
    );
});

/** Returns how many connections to this database wait for a lock. */
const waiting = async ({ database }: World): Promise<number> => {
  const { rows } = await database.owner.query<{ count: number }>(`
    select count(*)::int as count from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`);
  return rows[0]?.count ?? 0;
};

/** Each row has a change of an account by an administrator, its answer, and whether the subscription is cancelled. */
const changesMeanwhile = [
  ['admin_suspend_user', { is_suspended: true, reason: 'chargebacks' }, 200, true],
  ['admin_set_user_role', { role: 'admin', reason: 'joined' }, 409, false],
] as const;

test.each(changesMeanwhile)(
  'while a subscription begins, %s with %o is answered with %d, as for every member, and the cancellation is %s',
  async (name, input, status, isCancelled) => {
    const { world, patient, open, membership } = await aBuyer();
    const admin = world.browserOf(await world.admin());
    await payTestPage(world, (await open()).url.split('/').at(-1) ?? '', 'accepted');
    const objects = world.db.selectFrom('test_checkout_objects').select('id').where('kind', '=', 'subscription');
    const { id } = await objects.executeTakeFirstOrThrow();
    // The beginning stops before it writes the subscription.
    await world.database.owner.query(`
      create function wait_for_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(42); return new; end $$;
      create trigger wait_for_test before insert on subscriptions for each row execute function wait_for_test()`);
    const holder = await world.database.owner.connect();
    try {
      await holder.query('select pg_advisory_lock(42)');
      const begun = followSubscription(world, id);
      await vi.waitFor(async () => expect(await waiting(world)).toBe(1), 5000);
      const answer = admin.post(`/rpc/${name}`, { user_id: patient.userId, ...input });
      const delivered = answer.then(() => world.outbox.drain());
      await vi.waitFor(async () => expect(await waiting(world)).toBe(2), 5000);
      await holder.query('select pg_advisory_unlock(42)');
      await begun;
      await delivered;
      expect((await answer).status).toBe(status);
    } finally {
      holder.release();
    }
    await world.outbox.drain();
    const { subscription } = await membership();
    expect(subscription).toMatchObject({ status: 'active', cancel_at: isCancelled ? subscription?.period_end : null });
  },
);

test('a member gets another role only after the subscription has ended', async () => {
  const { world, patient, join } = await aBuyer();
  await join();
  const admin = world.browserOf(await world.admin());
  const give = () =>
    admin.post('/rpc/admin_set_user_role', { user_id: patient.userId, role: 'admin', reason: 'joined' });
  expect(await give()).toMatchObject({ status: 409, json: { code: 'SUBSCRIPTION_RUNS' } });
  const { provider_id } = await withSystem(world.system, (tx) =>
    tx.selectFrom('subscriptions').select('provider_id').executeTakeFirstOrThrow(),
  );
  await world.payments.endSubscription(provider_id);
  await followSubscription(world, provider_id);
  expect((await give()).json).toMatchObject({ role: 'admin' });
});
