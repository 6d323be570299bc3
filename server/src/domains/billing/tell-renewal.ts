import * as z from 'zod';
import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { nameOf } from './follow-subscription.ts';
import { dayIn, moneyIn } from './words.ts';

/**
 * Days before the renewal of an annual plan at which the notice is sent. The notice must reach the consumer between
 * three months and one month before the renewal (Code de la consommation, art. L215-1). With 60 days, an outage of a
 * service or a mailbox may last up to 29 days. A late notice is still sent, because without a notice the consumer may
 * end the plan at any time.
 */
const NOTICE_DAYS = 60;
const DAY_MS = 86_400_000;

export function defineRenewalJob(ctx: Context): void {
  ctx.jobs.define('billing.tellRenewals', z.object({}), () => tellRenewals(ctx), { cron: '17 8 * * *' });
}

async function tellRenewals(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('subscriptions')
      .select('id')
      .where('cycle', '=', 'annual')
      .where('status', '=', 'active')
      .where('cancel_at_period_end', '=', false)
      .where('user_id', 'is not', null)
      .where('period_end', '>', now)
      .where('period_end', '<=', new Date(now.getTime() + NOTICE_DAYS * DAY_MS))
      .where((is) => is.or([is('renewal_told_for', 'is', null), is('renewal_told_for', '<>', is.ref('period_end'))]))
      .execute(),
  );
  await oneByOne(ctx.log, due, ({ id }) => tell(ctx, id));
}

/**
 * Sends the notice. The row stores the announced period, so each renewal is announced once, even if two processes run
 * this.
 */
const tell = (ctx: Context, id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const row = await tx
      .updateTable('subscriptions')
      .set((is) => ({ renewal_told_for: is.ref('period_end') }))
      .where('id', '=', id)
      .where('cancel_at_period_end', '=', false)
      .where((is) => is.or([is('renewal_told_for', 'is', null), is('renewal_told_for', '<>', is.ref('period_end'))]))
      .returningAll()
      .executeTakeFirst();
    const user = row?.user_id ? await findUser(tx, row.user_id) : undefined;
    if (!row || !user) return;
    await mailPerson(ctx, tx, user, 'plan_renews_soon', {
      path: '/account/membership',
      values: {
        plan: nameOf(row.plan),
        day: dayIn(user.language, row.period_end),
        amount: moneyIn(user.language, row.amount_cents, row.currency),
      },
      key: `plan_renews_soon:${row.provider_id}:${row.period_end.getTime()}`,
    });
  });
