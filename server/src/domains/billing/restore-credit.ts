import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { Accounts } from '#server/platform/ledger/accounts.ts';
import { move, post } from '#server/platform/ledger/post.ts';
import { CustomerGone, PaymentUnavailable, type Returned } from '#server/platform/payments/gateway.ts';
import { whileAsking } from '#server/platform/payments/while-asking.ts';
import { isBeingReturned, listOfSamePerson, listPayments, type SubscriptionRow } from './subscriptions.queries.ts';
import { findVatPermille } from './vat.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Something changed on which the credit of a subscription's payer depends. Any number of events does no harm. */
    'billing.creditUnsettled': { subscription_id: string };
  }
}

/** Emits `billing.creditUnsettled` after a payment was refunded or disputed, or its refund failed. */
export const noteReturn = (ctx: Context, payment_id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const payments = tx.selectFrom('payments').select('subscription_id').where('id', '=', payment_id);
    const { subscription_id } = (await payments.executeTakeFirst()) ?? {};
    if (subscription_id) await ctx.outbox.emit(tx, 'billing.creditUnsettled', { subscription_id });
  });

/**
 * Corrects the credit that subscriptions of the payer left or used, by the payments that were returned. The credit of
 * one subscription pays for the others, so all subscriptions of the person are corrected. Corrections that can add
 * credit come first, because at most the existing credit is withdrawn.
 *
 * @returns the customers that were deleted at the provider; they have no credit
 * @throws PaymentUnavailable if credit must be withdrawn and cannot be
 */
export async function settleCredit(ctx: Context, providerId: string): Promise<ReadonlySet<string>> {
  const rows = await withSystem(ctx.system, (tx) => listUnsettled(tx, providerId));
  const gone = new Set<string>();
  const failures: unknown[] = [];
  for (const { mustWithdraw, ...row } of rows) {
    const { provider_id, customer_id } = row;
    if (gone.has(customer_id)) continue;
    try {
      if (!(await restoreCredit(ctx, row))) gone.add(customer_id);
    } catch (error) {
      if (error instanceof PaymentUnavailable) throw error;
      ctx.log.error({ err: error, subscription: provider_id }, 'credit was not corrected');
      if (mustWithdraw) throw new PaymentUnavailable('credit was not withdrawn', { cause: error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return gone;
}

/** Lists the person's subscriptions whose credit may have to be corrected. */
async function listUnsettled(tx: Tx, providerId: string) {
  const unsettled = [];
  for (const row of await listOfSamePerson(tx, providerId)) {
    const returned = await findReturned(tx, row);
    const hasLeft = await leftCredit(tx, row);
    const mustWithdraw =
      returned === 'everything' ? (await creditUsedBy(tx, row)) < 0 : returned.uncovered_cents > 0 && hasLeft;
    if (returned === 'everything' || hasLeft) unsettled.push({ ...row, mustWithdraw });
  }
  return unsettled.sort((one, other) => Number(one.mustWithdraw) - Number(other.mustWithdraw));
}

/**
 * Returns what the payer of a subscription got back. A payment that was refunded in part counts as kept. Kept payments
 * and used credit cover the credit that changes of the subscription left. Without this, a payment of one month would
 * protect the credit of a whole year whose payment was returned.
 */
async function findReturned(tx: Tx, subscription: Subscription): Promise<Returned> {
  if (await isBeingReturned(tx, subscription.provider_id)) return 'everything';
  const payments = await listPayments(tx, subscription.provider_id);
  const returned = payments.filter((one) => one.left_cents + one.disputed_cents === 0);
  const cents = returned.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const left = -(await creditUsedBy(tx, subscription));
  const paid = payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  // Changes cannot leave more than was paid, so the webhook event about a payment is late. Its invoice settles credit.
  if (left > paid) return { cents, uncovered_cents: 0 };
  if (returned.length === payments.length) return { cents, uncovered_cents: cents };
  const over = await listOver(tx, subscription);
  const kept = payments.filter(({ id }) => !over.has(id));
  const covered = kept.reduce((sum, one) => sum + one.left_cents + one.disputed_cents, 0);
  const uncovered = Math.max(0, left - covered);
  return { cents, uncovered_cents: Math.min(cents, uncovered) };
}

/**
 * Corrects the credit of the customer by the payments of a subscription that were returned (see `PaymentGateway`), and
 * posts the change. No tax is posted, because tax is due only on the money that was paid. The lock makes simultaneous
 * calls run one after the other, so that the last one knows the newest state of the payments.
 *
 * @returns false if the customer was deleted at the provider; then no credit is left to correct
 */
const restoreCredit = (ctx: Context, subscription: Subscription): Promise<boolean> =>
  whileAsking(() =>
    withSystem(ctx.system, async (tx) => {
      const { provider_id: providerId } = subscription;
      await sql`select pg_advisory_xact_lock(hashtextextended(${providerId}, 8))`.execute(tx);
      const returned = await findReturned(tx, subscription);
      const corrections = await ctx.payments.restoreCredit(providerId, returned).catch(nullIfGone);
      if (!corrections) {
        ctx.log.error({ subscription: providerId }, 'credit was not corrected, because the customer was deleted');
        return false;
      }
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
      return true;
    }),
  );

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

/** Returns whether a change of a subscription left credit, even if an invoice has used it. */
export async function leftCredit(tx: Tx, subscription: Subscription): Promise<boolean> {
  const left = creditPostings(tx, subscription).select('p.amount_cents').where('p.amount_cents', '<', 0);
  return (await left.executeTakeFirst()) !== undefined;
}

/**
 * Lists the payments of periods that were over when a subscription last left credit. This credit is for unused time, so
 * these payments cannot have paid for it.
 */
async function listOver(tx: Tx, subscription: Subscription): Promise<ReadonlySet<string>> {
  const lastLeft = creditPostings(tx, subscription)
    .select(({ fn }) => fn.max('i.period_start').as('at'))
    .where('p.amount_cents', '<', 0);
  const over = await tx
    .selectFrom('invoices')
    .select('payment_id')
    .where('subscription_id', '=', subscription.provider_id)
    .where('kind', '=', 'invoice')
    .where('period_end', '<=', lastLeft)
    .execute();
  return new Set(over.flatMap(({ payment_id }) => payment_id ?? []));
}

/**
 * Returns the cents that become credit again after a withdrawal, because credit from an earlier plan paid them. Credit
 * whose payment was returned does not become credit again.
 */
export async function creditBackOf(tx: Tx, subscription: SubscriptionRow): Promise<number> {
  const used = Math.max(0, await creditUsedBy(tx, subscription));
  const all = await listOfSamePerson(tx, subscription.provider_id);
  const others = all.filter((one) => one.id !== subscription.id && one.customer_id === subscription.customer_id);
  let [lost, rest] = [0, 0];
  for (const other of others) {
    const returned = await findReturned(tx, other);
    if (returned === 'everything') continue;
    const lostHere = Math.min(await findLeft(tx, other), returned.uncovered_cents);
    lost += lostHere;
    rest -= lostHere + (await creditUsedBy(tx, other));
  }
  // Without a returned payment, all credit that was used still belongs to the member.
  return lost > 0 ? Math.max(0, rest) - Math.max(0, rest - used) : used;
}

/** Returns the credit that changes of a subscription left and that its own later invoices did not use. */
async function findLeft(tx: Tx, subscription: Subscription): Promise<number> {
  const postings = await creditPostings(tx, subscription).select('p.amount_cents').orderBy('t.id').execute();
  return postings.reduce((left, { amount_cents }) => Math.max(0, left - amount_cents), 0);
}
