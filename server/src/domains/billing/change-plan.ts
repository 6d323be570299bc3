import type { PlanChange, Sku } from '#contract/billing.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { followSubscription } from './follow-subscription.ts';
import { itemOf } from './item-of.ts';
import { reachProvider } from './reach-provider.ts';
import { isHeld } from './payment-hold.ts';
import { findLiving, type SubscriptionRow } from './subscriptions.queries.ts';

/** Milliseconds for which a shown price is valid. */
const PRICE_LIFE_MS = 15 * 60_000;

export async function requireLiving({ db }: Context, userId: string): Promise<SubscriptionRow> {
  const subscription = await withUser(db, userId, (tx) => findLiving(tx, userId));
  if (!subscription) throw new Refusal('NO_SUBSCRIPTION');
  return subscription;
}

/** Throws if a doctor must talk with this person before any payment. */
export async function refuseHeld({ db }: Context, userId: string): Promise<void> {
  if (await withUser(db, userId, (tx) => isHeld(tx, userId))) throw new Refusal('TALK_FIRST');
}

/** Returns the current price of a change of plan. */
export async function previewPlanChange(ctx: Context, userId: string, sku: Sku): Promise<PlanChange> {
  const subscription = await requireLiving(ctx, userId);
  await refuseHeld(ctx, userId);
  if (subscription.status === 'past_due') throw new Refusal('PAYMENT_OWED');
  if (subscription.sku === sku) throw new Refusal('SAME_PLAN');
  const at = ctx.clock.now();
  at.setMilliseconds(0);
  const resumes = subscription.cancel_at !== null;
  const request = { ...requestOf(subscription, sku, at), resumes };
  const due = await reachProvider(() => ctx.payments.previewChange(request));
  return {
    at: at.toISOString(),
    due_cents: due.amount_cents,
    currency: due.currency,
    resumes,
  };
}

interface AgreedChange {
  readonly sku: Sku;
  readonly at: string;
  readonly due_cents: number;
  readonly resumes?: boolean | undefined;
  readonly idempotency_key: string;
}

/**
 * Changes the plan and charges the agreed price. A repeated call changes nothing. A change withdraws a cancellation,
 * but only if the person has read this together with the price.
 */
export async function changePlan(ctx: Context, userId: string, agreed: AgreedChange): Promise<void> {
  const subscription = await requireLiving(ctx, userId);
  if (subscription.sku === agreed.sku) return;
  await refuseHeld(ctx, userId);
  if (subscription.status === 'past_due') throw new Refusal('PAYMENT_OWED');
  const request = { ...requestOf(subscription, agreed.sku, new Date(agreed.at)), resumes: agreed.resumes };
  const age = ctx.clock.now().getTime() - request.at.getTime();
  if (subscription.cancel_at && !agreed.resumes) throw new Refusal('CHANGE_RESUMES');
  if (age < -1000 || age > PRICE_LIFE_MS) throw new Refusal('PRICE_CHANGED');
  await reachProvider(async (): Promise<unknown> => {
    const due = await ctx.payments.previewChange(request);
    if (due.amount_cents === agreed.due_cents)
      return ctx.payments.changeSubscription({ ...request, idempotency_key: agreed.idempotency_key });
    // Another click may have changed the plan while the price was read.
    const state = await ctx.payments.getSubscription(subscription.provider_id);
    if (state.sku !== agreed.sku) throw new Refusal('PRICE_CHANGED');
    return state;
  });
  await followSubscription(ctx, subscription.provider_id);
}

const requestOf = ({ provider_id }: SubscriptionRow, sku: Sku, at: Date) => ({
  subscription_id: provider_id,
  item: itemOf(sku),
  at,
});
