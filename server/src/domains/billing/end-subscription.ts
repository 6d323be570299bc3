import { findAccount } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { refuseHeld, requireLiving } from './change-plan.ts';
import { followSubscription } from './follow-subscription.ts';
import { closeCheckout } from './payment-hold.ts';
import { reachProvider } from './reach-provider.ts';

/**
 * Cancels a subscription at the end of its paid period, or resumes it. Cancelling is always possible. Resuming leads to
 * new payments, so it is refused if a doctor must talk with the person first.
 */
export async function setCancelled(ctx: Context, userId: string, cancels: boolean): Promise<void> {
  const { provider_id } = await requireLiving(ctx, userId);
  if (!cancels) await refuseHeld(ctx, userId);
  await reachProvider<unknown>(() =>
    cancels ? cancel(ctx, provider_id) : ctx.payments.setCancelAtPeriodEnd(provider_id, false),
  );
  await followSubscription(ctx, provider_id);
}

/**
 * Cancels a subscription at the end of its paid period, or at once if a payment is overdue. The state is read from the
 * provider. Our row may still show a debt that was just paid, and the member would then lose a paid period.
 */
async function cancel({ payments }: Context, providerId: string): Promise<void> {
  const { status } = await payments.getSubscription(providerId);
  if (status === 'past_due') await payments.endSubscription(providerId);
  else if (status !== 'ended') await payments.setCancelAtPeriodEnd(providerId, true);
}

/**
 * Cancels the subscription of a suspended person, who cannot sign in to cancel it, and closes an open payment page.
 * After the suspension, the person can resume a subscription that has not ended yet.
 */
export async function cancelSuspended(ctx: Context, userId: string): Promise<void> {
  const account = await findAccount(ctx.db, userId);
  if (!account?.suspended_at) return;
  await closeCheckout(ctx, userId);
  if (account.paid_plan !== 'free') await setCancelled(ctx, userId, true);
}

/**
 * Opens the provider's page on which the person replaces the card. A new card pays the unpaid invoice, so a payment
 * hold also blocks this page.
 */
export async function openCardPage(ctx: Context, userId: string, language: 'en' | 'fr', returnUrl: string) {
  const { customer_id } = await requireLiving(ctx, userId);
  await refuseHeld(ctx, userId);
  return reachProvider(() => ctx.payments.openCardPage({ customer_id, language, return_url: returnUrl }));
}
