import type { Membership, Subscription } from '#contract/billing.ts';
import { findAccount } from '#server/domains/identity/index.ts';
import { findPlanWording } from '#server/domains/site/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { benefitsLeft } from './benefits.ts';
import { entitlements } from './entitlements.ts';
import { type InvoiceRow, listOf } from './invoices.queries.ts';
import { isHeld } from './payment-hold.ts';
import { resolvePlan } from './plan.ts';
import { findNewest, listPayments, type SubscriptionRow } from './subscriptions.queries.ts';
import { creditBack, mayWithdraw, refundEnd } from './withdraw.ts';

/** Returns a person's plan, subscription and invoices for the account page. */
export async function getMembership(ctx: Context, userId: string): Promise<Membership> {
  const { db, clock } = ctx;
  const account = await findAccount(db, userId);
  if (!account) throw new Refusal('NOT_FOUND');
  const plan = resolvePlan(account.plan);
  const { subscription, invoices, payments, talk_first } = await withUser(db, userId, async (tx) => {
    const row = await findNewest(tx, userId);
    return {
      subscription: row,
      invoices: await listOf(tx, userId),
      payments: row ? await listPayments(tx, row.provider_id) : [],
      talk_first: await isHeld(tx, userId),
    };
  });
  const left = payments.reduce((sum, { left_cents }) => sum + left_cents, 0);
  // A member may withdraw even if nothing can be refunded now, for instance while the payment is disputed.
  const mayRefund = subscription && subscription.status !== 'ended' && mayWithdraw(subscription, clock.now());
  return {
    plan,
    member_since: account.created_at.toISOString(),
    entitlements: { ...entitlements[plan], extras: benefitsLeft(plan, [], clock.now()).length },
    talk_first,
    subscription: subscription ? { ...toSubscription(subscription), ...(talk_first && { confirm_url: null }) } : null,
    invoices: invoices.map(toInvoice),
    refund: mayRefund
      ? {
          amount_cents: left,
          credit_cents: await creditBack(ctx, subscription),
          currency: subscription.currency,
          until: refundEnd(subscription).toISOString(),
        }
      : null,
    plan_wording: await findPlanWording(db, siteLanguage(account.language)),
  };
}

export const toSubscription = (row: SubscriptionRow): Subscription => ({
  plan: row.plan,
  cycle: row.cycle,
  amount_cents: row.amount_cents,
  currency: row.currency,
  status: row.status,
  started_at: row.started_at.toISOString(),
  period_end: row.period_end.toISOString(),
  cancel_at: row.cancel_at?.toISOString() ?? null,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  confirm_url: row.confirm_url,
  ended_at: row.ended_at?.toISOString() ?? null,
});

const toInvoice = ({ id, number, kind, amount_cents, currency, issued_at }: InvoiceRow) => ({
  id,
  number,
  kind,
  amount_cents,
  currency,
  issued_at: issued_at.toISOString(),
});
