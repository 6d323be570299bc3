import type { Context } from '#server/platform/context.ts';
import { refuseHeld, requireLiving } from './change-plan.ts';
import { followSubscription } from './follow-subscription.ts';
import { reachProvider } from './reach-provider.ts';

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

/** A new card pays the open sum, so this page counts as a payment. */
export async function openCardPage(ctx: Context, userId: string, language: 'en' | 'fr', returnUrl: string) {
  const { customer_id } = await requireLiving(ctx, userId);
  await refuseHeld(ctx, userId);
  return reachProvider(() => ctx.payments.openCardPage({ customer_id, language, return_url: returnUrl }));
}
