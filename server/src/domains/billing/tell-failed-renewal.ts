import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { setNextAttempt } from './subscriptions.queries.ts';
import { tellMembership } from './tell-membership.ts';
import { dayIn, moneyIn } from './words.ts';

/** A renewal that the bank declined: the next try is noted, and the person is asked for another card, once for each try. */
export const tellFailedRenewal = (ctx: Context, failed: OutboxEvents['payments.invoiceFailed']): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    if (failed.reference.kind !== 'subscription' || failed.reason === 'started') return;
    const next = failed.next_attempt_at === null ? null : new Date(failed.next_attempt_at);
    await setNextAttempt(tx, failed.subscription_id, next);
    const user = await findUser(tx, failed.reference.user_id);
    if (user) await tellMembership(ctx, tx, user.id);
    // After the last try the subscription ends, and that has a mail of its own.
    if (!user || !next) return;
    await mailPerson(ctx, tx, user, 'payment_failed', {
      path: '/account/membership',
      values: {
        amount: moneyIn(user.language, failed.amount_cents, failed.currency),
        day: dayIn(user.language, next),
      },
      key: `payment_failed:${failed.id}:${failed.attempts}`,
    });
  });
