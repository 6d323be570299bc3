import { sql } from 'kysely';
import { type PaidPlan, partsOf, Skus, type Sku } from '#contract/billing.ts';
import { findAccount, lockAccount, mailPerson, setPaidPlan } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { ProviderSubscription } from '#server/platform/payments/gateway.ts';
import { whileAsking } from '#server/platform/payments/while-asking.ts';
import { find as findCheckout, setPaid } from './checkouts.queries.ts';
import { countConversion } from './experiment.ts';
import {
  findByProvider,
  findLiving,
  insert,
  isWithdrawn,
  type SubscriptionRow,
  update,
} from './subscriptions.queries.ts';
import { tellMembership } from './tell-membership.ts';
import { endUnwanted } from './unwanted.ts';
import { dayIn } from './words.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /**
     * A subscription ended because the member withdrew from the contract. `started_at` is the time at which the
     * subscription began.
     */
    'billing.planWithdrawn': { user_id: string; started_at: string };
  }
}

/**
 * Copies the provider's current state of a subscription to our row, and updates the plan of the account. Simultaneous
 * calls for one subscription run one after the other, so the order of webhook events does not matter.
 */
export const followSubscription = (ctx: Context, providerId: string): Promise<void> =>
  whileAsking(() => withSystem(ctx.system, (tx) => askAndWrite(ctx, tx, providerId)));

async function askAndWrite(ctx: Context, tx: Tx, providerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${providerId}, 7))`.execute(tx);
  const state = await ctx.payments.getSubscription(providerId);
  if (state.reference.kind !== 'subscription' || state.status === 'incomplete') return;
  const before = await findByProvider(tx, providerId);
  if (before) await follow(ctx, tx, before, state);
  else await begin(ctx, tx, state);
}

const isSku = (word: string): word is Sku => Skus.some((sku) => sku === word);

function rowOf(state: ProviderSubscription) {
  if (!isSku(state.sku)) throw new Error(`${state.id} has an unknown sku`);
  return {
    customer_id: state.customer_id,
    sku: state.sku,
    ...partsOf(state.sku),
    amount_cents: state.amount_cents,
    currency: state.currency,
    status: state.status as SubscriptionRow['status'],
    period_start: state.period_start,
    period_end: state.period_end,
    cancel_at: state.cancel_at,
    ended_at: state.ended_at,
    ...(state.status !== 'past_due' && { next_attempt_at: null, confirm_url: null }),
  };
}

/**
 * Begins a subscription. The account is locked. A suspension or another role therefore comes either before, and the
 * payment is refunded, or after, and has the same effect as for every member.
 */
async function begin(ctx: Context, tx: Tx, state: ProviderSubscription): Promise<void> {
  const { id: checkoutId, user_id: userId } = state.reference;
  const account = await lockAccount(tx, userId);
  const isWanted = account?.role === 'patient' && !account.closed_at && !account.suspended_at;
  const user = isWanted ? account : undefined;
  const row = { ...rowOf(state), provider_id: state.id, checkout_id: checkoutId, started_at: state.started_at };
  if (!user || (await findLiving(tx, userId)))
    return endUnwanted(ctx, tx, state, { ...row, user_id: user?.id ?? null });
  await insert(tx, { ...row, user_id: user.id });
  const checkout = await findCheckout(tx, checkoutId);
  if (checkout && checkout.status !== 'paid') {
    await setPaid(tx, checkoutId, ctx.clock.now());
    if (checkout.variant) await countConversion(tx, checkout.variant, checkout.region, ctx.clock.now());
  }
  await setPaidPlan(tx, user.id, state.status === 'ended' ? 'free' : row.plan);
  await tellMembership(ctx, tx, user.id);
  await mailPerson(ctx, tx, user, 'subscription_started', {
    path: '/account/membership',
    values: { plan: nameOf(row.plan), day: dayIn(user.language, state.period_end) },
    key: `subscription_started:${state.id}`,
  });
}

async function follow(ctx: Context, tx: Tx, before: SubscriptionRow, state: ProviderSubscription): Promise<void> {
  const row = rowOf(state);
  await update(tx, before.id, row);
  if (!before.user_id || before.status === 'ended') return;
  await setPaidPlan(tx, before.user_id, state.status === 'ended' ? 'free' : row.plan);
  await tellMembership(ctx, tx, before.user_id);
  if (state.status === 'ended' && (await isWithdrawn(tx, state.id))) {
    const { user_id, started_at } = before;
    await ctx.outbox.emit(tx, 'billing.planWithdrawn', { user_id, started_at: started_at.toISOString() });
  }
  const user = await findAccount(tx, before.user_id);
  if (!user) return;
  const end = state.ended_at ?? state.cancel_at ?? state.period_end;
  const values = { plan: nameOf(row.plan), day: dayIn(user.language, end) };
  const about = { path: '/account/membership', values, isForSuspended: user.suspended_at !== null };
  const tell = (template: 'subscription_ended' | 'subscription_cancelled' | 'plan_changed', key: string) =>
    mailPerson(ctx, tx, user, template, { ...about, key: `${template}:${state.id}:${key}` });
  if (state.status === 'ended') await tell('subscription_ended', '');
  else if (endsWithPeriod(state) && !endsWithPeriod(before))
    await tell('subscription_cancelled', String(ctx.clock.now().getTime()));
  else if (row.sku !== before.sku) await tell('plan_changed', `${row.sku}:${ctx.clock.now().getTime()}`);
}

/**
 * Returns true if the subscription ends with the current period. A cancellation for a later time does not count yet,
 * because the email about a cancellation says that nothing more is charged.
 */
const endsWithPeriod = ({ cancel_at, period_end }: Pick<SubscriptionRow, 'cancel_at' | 'period_end'>): boolean =>
  cancel_at !== null && cancel_at <= period_end;

const names: Readonly<Record<PaidPlan, string>> = { essential: 'Essential', plus: 'Plus', elite: 'Elite' };
export const nameOf = (plan: PaidPlan): string => names[plan];
