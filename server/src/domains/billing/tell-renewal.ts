import { sql } from 'kysely';
import * as z from 'zod';
import type { ReadingLanguage } from '#contract/languages.ts';
import { isRenewedInPart } from '#contract/renewal.ts';
import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { messagesOf } from '#server/platform/messages.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { nameOf } from './follow-subscription.ts';
import { isHeld } from './payment-hold.ts';
import { findLiving, type SubscriptionRow, updateByProvider } from './subscriptions.queries.ts';
import { tellMembership } from './tell-membership.ts';
import { dayIn, moneyIn } from './words.ts';

/**
 * The notice is sent this number of days before an annual plan is renewed. The notice must reach the consumer between
 * three months and one month before the renewal (Code de la consommation, art. L215-1). With 60 days, an outage of a
 * service or a mailbox may last up to 29 days. A late notice is still sent, because without a notice the consumer may
 * end the plan at any time.
 */
const NOTICE_DAYS = 60;
const DAY_MS = 86_400_000;
const words = messagesOf<'plan_renews_soon.whole' | 'plan_renews_soon.part'>('mail');

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
      .where(isRenewed)
      .where('user_id', 'is not', null)
      .where('period_end', '>', now)
      .where('period_end', '<=', new Date(now.getTime() + NOTICE_DAYS * DAY_MS))
      .where((is) => is.or([is('renewal_told_for', 'is', null), is('renewal_told_for', '<>', is.ref('period_end'))]))
      .execute(),
  );
  await oneByOne(ctx.log, due, ({ id }) => tell(ctx, id));
}

/** A subscription that was cancelled for a time after this period is still renewed. */
const isRenewed = sql<boolean>`(cancel_at is null or cancel_at > period_end)`;

/**
 * Sends the notice about a renewal. The row stores the announced period, so each renewal is announced once, even if two
 * processes call this function.
 */
const tell = (ctx: Context, id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const row = await tx
      .updateTable('subscriptions')
      .set((is) => ({ renewal_told_for: is.ref('period_end') }))
      .where('id', '=', id)
      .where(isRenewed)
      .where((is) => is.or([is('renewal_told_for', 'is', null), is('renewal_told_for', '<>', is.ref('period_end'))]))
      .returningAll()
      .executeTakeFirst();
    const user = row?.user_id ? await findUser(tx, row.user_id) : undefined;
    if (!row || !user) return;
    await mailPerson(ctx, tx, user, 'plan_renews_soon', {
      path: '/account/membership',
      values: { plan: nameOf(row.plan), renewal: renewalIn(user.language, row) },
      key: `plan_renews_soon:${row.provider_id}:${row.period_end.getTime()}`,
    });
  });

/**
 * Describes the renewal in a sentence. If the subscription ends before a whole year is over, the provider charges only
 * the time until then, so no amount is named.
 */
function renewalIn(language: ReadingLanguage, row: SubscriptionRow): string {
  const { period_end, cancel_at, amount_cents, currency } = row;
  const { 'plan_renews_soon.part': part, 'plan_renews_soon.whole': whole } = words[language];
  const sentence =
    cancel_at && isRenewedInPart(row)
      ? part.replace('{{end}}', () => dayIn(language, cancel_at))
      : whole.replace('{{amount}}', () => moneyIn(language, amount_cents, currency));
  return sentence.replace('{{day}}', () => dayIn(language, period_end));
}

type FailedRenewal = Pick<
  OutboxEvents['payments.invoiceFailed'],
  | 'id'
  | 'subscription_id'
  | 'reference'
  | 'reason'
  | 'amount_cents'
  | 'currency'
  | 'attempts'
  | 'next_attempt_at'
  | 'confirm_url'
>;

/**
 * Notifies the person by email that a renewal was not paid. The email leads to the membership page. There the person
 * confirms the payment if the bank requires that, or replaces the card. Each attempt leads to at most one email, even
 * if the provider sends several notices about it. During a payment hold, no email asks for a payment. `tellAfterHold`
 * sends the email after the hold.
 */
export const tellFailedRenewal = (ctx: Context, failed: FailedRenewal): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    if (failed.reference.kind !== 'subscription' || failed.reason === 'started') return;
    const { confirm_url } = failed;
    const next = failed.next_attempt_at === null ? null : new Date(failed.next_attempt_at);
    await updateByProvider(tx, failed.subscription_id, { next_attempt_at: next, confirm_url });
    const user = await findUser(tx, failed.reference.user_id);
    if (!user) return;
    await tellMembership(ctx, tx, user.id);
    if (await isHeld(tx, user.id)) return;
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

/**
 * Sends the email about a renewal that failed during a payment hold, after the hold has ended. It asks the provider for
 * the current state, because the renewal may have been paid or tried again in the meantime.
 */
export async function tellAfterHold(ctx: Context, userId: string): Promise<void> {
  const row = await withSystem(ctx.system, (tx) => findLiving(tx, userId));
  if (!row) return;
  const { reference, owed_invoice_id } = await ctx.payments.getSubscription(row.provider_id);
  if (!owed_invoice_id) return;
  const invoice = await ctx.payments.getInvoice(owed_invoice_id);
  if (invoice.is_paid) return;
  const next_attempt_at = invoice.next_attempt_at?.toISOString() ?? null;
  await tellFailedRenewal(ctx, { ...invoice, reference, subscription_id: row.provider_id, next_attempt_at });
}
