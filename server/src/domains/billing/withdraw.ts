import { REFUND_DAYS } from '#contract/billing.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import { startOfDay } from '#server/platform/calendar/wall-clock.ts';
import { wallTime } from '#server/platform/calendar/zone-time.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireLiving } from './change-plan.ts';
import { followSubscription, nameOf } from './follow-subscription.ts';
import { giveBack } from './give-back.ts';
import { refundPayments } from './refund-payments.ts';
import { creditBackOf, settleCredit } from './restore-credit.ts';
import { findByProvider, isWithdrawn, listPayments, type SubscriptionRow } from './subscriptions.queries.ts';
import { momentIn, moneyIn } from './words.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /**
     * A member withdrew from the contract, or closed the account within the period for withdrawal. All payments have to
     * be refunded, and the subscription has to end. The key of the first event is the id of the subscription at the
     * provider. While a payment is disputed, the job in `refund-payments.ts` emits the event again every day, without a
     * key. The job also does this for a subscription that nobody should pay for (`unwanted.ts`).
     */
    'billing.withdrawn': { subscription_id: string };
  }
}

const words = messagesOf<
  'withdrawal_confirmed.refund' | 'withdrawal_confirmed.credit' | 'withdrawal_confirmed.waiting'
>('mail');
/** Days are counted in the time zone of Paris, as in our emails. */
const ZONE = 'Europe/Paris';

/**
 * Returns the last millisecond of the last day on which a member may withdraw. The law requires 14 days (directive
 * 2011/83/EU, art. 9). We give 30 days both for withdrawal and for refund, so there is only one date. The day on which
 * the subscription begins is not counted.
 */
export const refundEnd = ({ started_at }: Pick<SubscriptionRow, 'started_at'>): Date =>
  new Date(startOfDay(wallTime(started_at, ZONE).slice(0, 10), ZONE, REFUND_DAYS + 1).getTime() - 1);

export const mayWithdraw = (subscription: Pick<SubscriptionRow, 'started_at'>, now: Date): boolean =>
  now <= refundEnd(subscription);

/** Returns the cents that become credit again after a withdrawal (see `creditBackOf`). */
export const creditBack = ({ system }: Context, subscription: SubscriptionRow): Promise<number> =>
  withSystem(system, (tx) => creditBackOf(tx, subscription));

/**
 * Withdraws a member from the contract (directive 2011/83/EU, art. 11a). Every payment is refunded, credit from an
 * earlier plan becomes credit again, and the subscription ends now. A withdrawal is valid as soon as we receive it. The
 * function therefore confirms it by email before it calls the payment provider. If a step at the provider fails, the
 * member sees no error, and the outbox tries again.
 */
export async function withdraw(ctx: Context, userId: string): Promise<void> {
  const subscription = await requireLiving(ctx, userId);
  if (!mayWithdraw(subscription, ctx.clock.now())) throw new Refusal('REFUND_TOO_LATE');
  await confirm(ctx, userId, subscription);
  try {
    await settleWithdrawal(ctx, subscription.provider_id);
  } catch (error) {
    const level = error instanceof PaymentUnavailable ? 'warn' : 'error';
    ctx.log[level]({ err: error, subscription: subscription.provider_id }, 'a withdrawal is settled later');
  }
}

/**
 * Stores and confirms the withdrawal. The event and the email each have a key, so a second click emits and sends
 * nothing more.
 */
async function confirm(ctx: Context, userId: string, subscription: SubscriptionRow): Promise<void> {
  const { provider_id, plan, currency } = subscription;
  const credit = await creditBack(ctx, subscription);
  await withUser(ctx.db, userId, async (tx) => {
    const user = await findUser(tx, userId);
    const payments = await listPayments(tx, provider_id);
    const left = payments.reduce((sum, { left_cents }) => sum + left_cents, 0);
    const disputed = payments.reduce((sum, { disputed_cents }) => sum + disputed_cents, 0);
    await ctx.outbox.emit(tx, 'billing.withdrawn', { subscription_id: provider_id }, { key: provider_id });
    if (!user) return;
    const money = (cents: number) => moneyIn(user.language, cents, currency);
    const texts = [
      left > 0 && refundText(user.language, money(left)),
      credit > 0 && creditText(user.language, money(credit)),
    ];
    await mailPerson(ctx, tx, user, 'withdrawal_confirmed', {
      path: '/account/membership',
      values: {
        plan: nameOf(plan),
        refund: texts.filter(Boolean).join('\n\n'),
        waiting: disputed > 0 ? waitingText(user.language, money(disputed)) : '',
        at: momentIn(user.language, ctx.clock.now()),
      },
      key: `withdrawal_confirmed:${provider_id}`,
    });
  });
}

/** Returns the paragraph of the email about the amount that is refunded now. */
const refundText = (language: ReadingLanguage, amount: string): string =>
  words[language]['withdrawal_confirmed.refund'].replace('{{amount}}', () => amount);

/** Returns the paragraph of the email about the amount that becomes credit again. */
const creditText = (language: ReadingLanguage, amount: string): string =>
  words[language]['withdrawal_confirmed.credit'].replace('{{amount}}', () => amount);

/** Returns the paragraph of the email about an amount that waits for the decision of a bank about a dispute. */
const waitingText = (language: ReadingLanguage, disputed: string): string =>
  words[language]['withdrawal_confirmed.waiting'].replace('{{disputed}}', () => disputed);

/**
 * Refunds all payments, ends the subscription, and restores the credit. Each payment has its own key, so it is refunded
 * once even if this function runs again. The credit is last, because the end of a subscription may void an invoice that
 * has used credit.
 */
export async function settleWithdrawal(ctx: Context, providerId: string): Promise<void> {
  await refundPayments(ctx, providerId);
  const row = await withSystem(ctx.system, (tx) => findByProvider(tx, providerId));
  if (row?.status !== 'ended') await ctx.payments.endSubscription(providerId);
  await followSubscription(ctx, providerId);
  await settleCredit(ctx, providerId);
}

/**
 * Refunds a payment whose webhook event arrives after the withdrawal. The outbox keeps a processed event for a week.
 * The provider stops repeating a webhook event before that.
 */
export async function refundLate(
  ctx: Context,
  { subscription_id, payment_id }: Pick<OutboxEvents['payments.invoicePaid'], 'subscription_id' | 'payment_id'>,
): Promise<void> {
  if (!payment_id) return;
  if (await isWithdrawn(ctx.db, subscription_id)) await refundPayments(ctx, subscription_id);
}

/**
 * Refunds a payment that was made after the end of its subscription. Such a payment is possible because the page of an
 * unpaid invoice may stay open at the provider. The function asks the provider, because the webhook event about the end
 * may arrive after this one. If the payment was already refunded after a withdrawal, the same key prevents a second
 * refund.
 */
export async function refundAfterEnd(
  ctx: Context,
  { subscription_id, payment_id, paid_at }: OutboxEvents['payments.invoicePaid'],
): Promise<void> {
  if (!payment_id || !paid_at) return;
  const { ended_at } = await ctx.payments.getSubscription(subscription_id);
  if (ended_at && new Date(paid_at) > ended_at) await giveBack(ctx, payment_id, `satisfaction:${payment_id}`);
}
