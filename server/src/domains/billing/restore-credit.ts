import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { Accounts } from '#server/platform/ledger/accounts.ts';
import { move, post } from '#server/platform/ledger/post.ts';
import { CustomerGone, type Returned } from '#server/platform/payments/gateway.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';
import { findVatPermille } from './vat.ts';

/**
 * Corrects the credit of the customer after the payments of a subscription were returned (see `PaymentGateway`), and
 * posts the change. No tax is posted, because tax is due only on the money that was paid. The function may run again.
 *
 * @returns false if the customer was deleted at the provider; then no credit is left to correct
 */
export async function restoreCredit(ctx: Context, providerId: string, returned: Returned): Promise<boolean> {
  const corrections = await ctx.payments.restoreCredit(providerId, returned).catch(nullIfGone);
  if (!corrections) {
    ctx.log.error({ subscription: providerId }, 'credit was not corrected, because the customer was deleted');
    return false;
  }
  if (corrections.length === 0) return true;
  await withSystem(ctx.system, async (tx) => {
    const vat_permille = await findVatPermille(tx);
    for (const { id, amount_cents, currency } of corrections)
      await post(tx, {
        key: `credit:${id}`,
        kind: 'adjustment',
        journal: 'OD',
        at: ctx.clock.now(),
        payment_id: null,
        document: id,
        service: 'subscription',
        vat_permille,
        postings: move(amount_cents, currency, { from: 'credits', to: 'services' }),
      });
  });
  return true;
}

function nullIfGone(error: unknown): null {
  if (error instanceof CustomerGone) return null;
  throw error;
}

type Subscription = Pick<SubscriptionRow, 'user_id' | 'provider_id'>;

/** Selects the postings about credit of a subscription's invoices. Credit that was left is negative. */
const creditPostings = (tx: Tx, { user_id, provider_id }: Subscription) =>
  tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_transactions as t', 't.id', 'p.transaction_id')
    .innerJoin('invoices as i', 'i.number', 't.document')
    .where('p.account', '=', Accounts.credits.number)
    .where('i.user_id', '=', user_id)
    .where('i.subscription_id', '=', provider_id);

/**
 * Returns how much credit from earlier plans paid for a subscription, in cents. The result is negative if changes of
 * this subscription left more credit than its invoices used.
 */
export async function creditUsedBy(tx: Tx, subscription: Subscription): Promise<number> {
  const row = await creditPostings(tx, subscription)
    .select(sql<number>`coalesce(sum(p.amount_cents), 0)::int8`.as('cents'))
    .executeTakeFirstOrThrow();
  return row.cents;
}

/** Returns whether a change of a subscription left credit that must be withdrawn when its payments are returned. */
export async function mustWithdrawCredit(tx: Tx, subscription: Subscription, returned: Returned): Promise<boolean> {
  if (returned === 'everything') return (await creditUsedBy(tx, subscription)) < 0;
  const left = creditPostings(tx, subscription).select('p.amount_cents').where('p.amount_cents', '<', 0);
  return (await left.executeTakeFirst()) !== undefined;
}
