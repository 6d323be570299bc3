import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { updateByProvider } from './subscriptions.queries.ts';
import { tellMembership } from './tell-membership.ts';
import { dayIn, moneyIn } from './words.ts';

/**
 * Notifies the person by email that a renewal was not paid. If the bank requires a confirmation, the email links to it.
 * If the bank declined, the email says that another card is needed. Each attempt leads to one email, even if the
 * provider sends several notices about it.
 */
export const tellFailedRenewal = (ctx: Context, failed: OutboxEvents['payments.invoiceFailed']): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    if (failed.reference.kind !== 'subscription' || failed.reason === 'started') return;
    const { confirm_url } = failed;
    const next = failed.next_attempt_at === null ? null : new Date(failed.next_attempt_at);
    await updateByProvider(tx, failed.subscription_id, { next_attempt_at: next, confirm_url });
    const user = await findUser(tx, failed.reference.user_id);
    if (!user) return;
    await tellMembership(ctx, tx, user.id);
    const amount = moneyIn(user.language, failed.amount_cents, failed.currency);
    const shared = { path: '/account/membership', key: `payment_failed:${failed.id}:${failed.attempts}` };
    if (confirm_url) await mailPerson(ctx, tx, user, 'payment_confirm', { ...shared, values: { amount } });
    // After the last attempt the subscription ends, and another email announces that.
    else if (next)
      await mailPerson(ctx, tx, user, 'payment_failed', {
        ...shared,
        values: { amount, day: dayIn(user.language, next) },
      });
  });
