import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { Accounts } from '#server/platform/ledger/accounts.ts';
import { move, post } from '#server/platform/ledger/post.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';
import { findVatPermille } from './vat.ts';

/**
 * Gives the customer of a refunded subscription the credit that the customer would have without this subscription, and
 * posts the change. Credit that paid for the subscription is given back only if `givesBack` is true. No tax is posted,
 * because tax is due only on the money that was paid. The function may run again.
 */
export async function restoreCredit(ctx: Context, providerId: string, givesBack: boolean): Promise<void> {
  const corrections = await ctx.payments.restoreCredit(providerId, givesBack);
  if (corrections.length === 0) return;
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
}

/**
 * Returns how much credit from earlier plans paid for a subscription, in cents. The result is negative if changes of
 * this subscription left more credit than its invoices used.
 */
export async function creditUsedBy(
  tx: Tx,
  { user_id, provider_id }: Pick<SubscriptionRow, 'user_id' | 'provider_id'>,
): Promise<number> {
  const row = await tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_transactions as t', 't.id', 'p.transaction_id')
    .innerJoin('invoices as i', 'i.number', 't.document')
    .select(sql<number>`coalesce(sum(p.amount_cents), 0)::int8`.as('cents'))
    .where('p.account', '=', Accounts.credits.number)
    .where('i.user_id', '=', user_id)
    .where('i.subscription_id', '=', provider_id)
    .executeTakeFirstOrThrow();
  return row.cents;
}
