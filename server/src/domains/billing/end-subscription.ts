import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { refuseHeld, requireLiving } from './change-plan.ts';
import { followSubscription } from './follow-subscription.ts';
import { refundEnd } from './get-membership.ts';
import { giveBack } from './give-back.ts';
import { reachProvider } from './reach-provider.ts';
import { listPayments } from './subscriptions.queries.ts';

/**
 * Ends a subscription with the paid period, or resumes it. A subscription with a payment overdue ends at once. Ending is always possible. Resuming leads to new
 * payments, so it is refused while the person's doctor wants to talk first.
 */
export async function setCancelled(ctx: Context, userId: string, cancels: boolean): Promise<void> {
  const { provider_id, status } = await requireLiving(ctx, userId);
  if (!cancels) await refuseHeld(ctx, userId);
  await reachProvider(() =>
    cancels && status === 'past_due'
      ? ctx.payments.endSubscription(provider_id)
      : ctx.payments.setCancelAtPeriodEnd(provider_id, cancels),
  );
  await followSubscription(ctx, provider_id);
}

/** Everything that was paid goes back, and the subscription ends now. Each payment has a key of its own, so that two clicks give it back once. */
export async function refundSubscription(ctx: Context, userId: string): Promise<void> {
  const subscription = await requireLiving(ctx, userId);
  if (ctx.clock.now() > refundEnd(subscription)) throw new Refusal('REFUND_TOO_LATE');
  const { provider_id } = subscription;
  const payments = await withUser(ctx.db, userId, (tx) => listPayments(tx, provider_id));
  await reachProvider(async () => {
    for (const { id, left_cents } of payments) if (left_cents > 0) await giveBack(ctx, id, `satisfaction:${id}`);
    await ctx.payments.endSubscription(provider_id);
  });
  await followSubscription(ctx, provider_id);
}

/** A new card pays what is owed, so this page counts as a payment. */
export async function openCardPage(ctx: Context, userId: string, language: 'en' | 'fr', returnUrl: string) {
  const { customer_id } = await requireLiving(ctx, userId);
  await refuseHeld(ctx, userId);
  return reachProvider(() => ctx.payments.openCardPage({ customer_id, language, return_url: returnUrl }));
}
