import type { EntryKind } from '#contract/ledger.ts';
import { sql } from 'kysely';
import { REFUSALS_SHOWN, type SubscriptionStates } from '#contract/billing.ts';
import type { Cursor } from '#server/platform/db/cursor.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Accounts } from '#server/platform/ledger/accounts.ts';
import '#server/platform/ledger/ledger.table.ts';
import { isDisputed, lostCents, newestDispute } from '#server/platform/payments/disputes.ts';

export interface Page {
  readonly limit: number;
  readonly after: Cursor | null;
}

export interface PaymentFilter {
  readonly search: string;
  /** Payments from `from` until just before `until`. Null means no limit. */
  readonly from: Date | null;
  readonly until: Date | null;
}

/** Selects payments with their payers. The lists of payments search by name, email address and payment id. */
const payments = (tx: Tx) => tx.selectFrom('payments').leftJoin('users', 'users.id', 'payments.user_id');

function matching(tx: Tx, { search, from, until }: PaymentFilter) {
  let all = payments(tx);
  if (from) all = all.where('payments.paid_at', '>=', from);
  if (until) all = all.where('payments.paid_at', '<', until);
  if (!search) return all;
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return all.where((is) =>
    is.or([is('users.name', 'ilike', like), is('users.email', 'ilike', like), is('payments.id', '=', search)]),
  );
}

const lost = lostCents({ id: 'payments.id', amount: 'amount_cents', currency: 'currency' });

const paymentColumns = [
  'payments.id',
  'reference_kind',
  'payments.user_id',
  'users.name',
  'users.email',
  'amount_cents',
  'refunded_cents',
  'currency',
  'paid_at',
  isDisputed('payments.id').as('is_disputed'),
  lost.as('lost_cents'),
  // A refund that was ordered for an appointment reduces the result even before the provider accepts it.
  sql<number>`greatest(0, amount_cents - refunded_cents - ${lost} - ordered_refund_cents(payments.id, refunded_cents))`.as(
    'left_cents',
  ),
  newestDispute('payments.id').as('dispute'),
  sql<
    string | null
  >`(select f.reason from payment_refund_failures f where f.payment_id = payments.id and refunded_cents < amount_cents
    order by f.failed_at desc, f.id limit 1)`.as('refund_failure'),
] as const;

/** Returns a page of payments, the newest first. */
export function listPayments(tx: Tx, filter: PaymentFilter, { limit, after }: Page) {
  const rows = matching(tx, filter)
    .select(paymentColumns)
    .orderBy('paid_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(limit);
  return (after ? rows.where(sql<boolean>`(paid_at, payments.id) < (${after.at}, ${after.id})`) : rows).execute();
}

/** Returns SQL for the sum of the postings on the provider's account. Only entries of the given kinds are summed. */
const moved = (...kinds: EntryKind[]) =>
  sql<number>`coalesce(sum(p.amount_cents) filter (where p.account = ${Accounts.provider.number} and t.kind in (${sql.join(kinds)})), 0)::int8`;

/** Counts the payments that match the filter, and adds up their ledger postings for each currency. */
export const sumPayments = (tx: Tx, filter: PaymentFilter) =>
  matching(tx, filter)
    .leftJoin('ledger_transactions as t', 't.payment_id', 'payments.id')
    .leftJoin('ledger_postings as p', (join) =>
      join.onRef('p.transaction_id', '=', 't.id').onRef('p.currency', '=', 'payments.currency'),
    )
    .select([
      'payments.currency',
      sql<number>`count(distinct payments.id)::int8`.as('count'),
      moved('payment').as('paid_cents'),
      sql<number>`-${moved('refund', 'refund_failed')}`.as('refunded_cents'),
    ])
    .groupBy('payments.currency')
    .orderBy('payments.currency')
    .execute();

/**
 * Sums the disputed amounts of the payments that match the filter. Open and lost disputes have separate sums, for each
 * currency of the disputes.
 */
export const sumDisputes = (tx: Tx, filter: PaymentFilter) =>
  matching(tx, filter)
    .innerJoin('payment_disputes as d', 'd.payment_id', 'payments.id')
    .select([
      'd.currency',
      sql<number>`coalesce(sum(d.amount_cents) filter (where d.closed_at is null), 0)::int8`.as('disputed_cents'),
      sql<number>`coalesce(sum(d.amount_cents) filter (where d.status = 'lost'), 0)::int8`.as('lost_cents'),
    ])
    .groupBy('d.currency')
    .execute();

export async function countOpenDisputes(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_disputes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export const findPayment = (tx: Tx, id: string) =>
  payments(tx).select(paymentColumns).where('payments.id', '=', id).executeTakeFirst();

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

type State = (typeof SubscriptionStates)[number];
const subscriptions = (tx: Tx, status: State | undefined) => {
  const all = tx.selectFrom('subscriptions').leftJoin('users', 'users.id', 'subscriptions.user_id');
  return status ? all.where('subscriptions.status', '=', status) : all;
};

/** Returns a page of subscriptions, the newest first. */
export function listSubscriptions(tx: Tx, status: State | undefined, { limit, after }: Page) {
  const rows = subscriptions(tx, status)
    .selectAll('subscriptions')
    .select(['users.name', 'users.email'])
    .orderBy('started_at', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .limit(limit);
  return (
    after ? rows.where(sql<boolean>`(started_at, subscriptions.id) < (${after.at}, ${after.id}::uuid)`) : rows
  ).execute();
}

export async function countSubscriptions(tx: Tx, status: State | undefined): Promise<number> {
  const row = await subscriptions(tx, status)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns a page of the webhook events that failed at least once and are not processed yet, the newest first. */
export function listNoticeFaults(tx: Tx, { limit, after }: Page) {
  const rows = tx
    .selectFrom('payment_notices')
    .select(['id', 'kind', 'received_at', 'attempts', 'last_error'])
    .where('handled_at', 'is', null)
    .where('attempts', '>', 0)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return (after ? rows.where(sql<boolean>`(received_at, id) < (${after.at}, ${after.id})`) : rows).execute();
}

export const listNoticeRefusals = (tx: Tx) =>
  tx
    .selectFrom('payment_notice_refusals')
    .select(['day', 'reason', 'count'])
    .orderBy('day', 'desc')
    .orderBy('reason')
    .limit(REFUSALS_SHOWN)
    .execute();
