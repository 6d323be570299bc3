import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { isDisputed, lostCents } from '#server/platform/payments/disputes.ts';
import type { SubscriptionsTable } from './billing.table.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;
type Any = Db | Tx;
const rows = (db: Any) => db.selectFrom('subscriptions').selectAll();

export const findByProvider = (db: Any, providerId: string): Promise<SubscriptionRow | undefined> =>
  rows(db).where('provider_id', '=', providerId).executeTakeFirst();

export const findLiving = (db: Any, userId: string): Promise<SubscriptionRow | undefined> =>
  rows(db).where('user_id', '=', userId).where('status', '<>', 'ended').executeTakeFirst();

/** Lists a subscription and all others of the same person. Without a person, lists only the subscription. */
export const listOfSamePerson = (db: Any, providerId: string): Promise<SubscriptionRow[]> =>
  rows(db)
    .where((is) =>
      is.or([
        is('provider_id', '=', providerId),
        is('user_id', '=', is.selectFrom('subscriptions').select('user_id').where('provider_id', '=', providerId)),
      ]),
    )
    .orderBy('started_at')
    .execute();

/** Returns the running subscription, or the one that ended last. Only the running one has no `ended_at`. */
export const findNewest = (db: Any, userId: string): Promise<SubscriptionRow | undefined> =>
  rows(db)
    .where('user_id', '=', userId)
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();

/**
 * Returns true for an ended subscription if the person had another one when it ended, or if the account no longer
 * exists. `returnFirst` refunds the payments of such a subscription.
 */
export async function isUnwanted(tx: Tx, { id, user_id, ended_at }: SubscriptionRow): Promise<boolean> {
  if (!ended_at) return false;
  if (!user_id) return true;
  const other = await rows(tx)
    .where('user_id', '=', user_id)
    .where('id', '<>', id)
    .where('started_at', '<=', ended_at)
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>', ended_at)]))
    .executeTakeFirst();
  return other !== undefined;
}

export const insert = (tx: Tx, row: Insertable<SubscriptionsTable>): Promise<unknown> =>
  tx.insertInto('subscriptions').values(row).execute();

export const update = (tx: Tx, id: string, change: Updateable<SubscriptionsTable>): Promise<unknown> =>
  tx.updateTable('subscriptions').set(change).where('id', '=', id).execute();

export const updateByProvider = (
  tx: Tx,
  providerId: string,
  change: Pick<Updateable<SubscriptionsTable>, 'next_attempt_at' | 'confirm_url'>,
): Promise<unknown> => tx.updateTable('subscriptions').set(change).where('provider_id', '=', providerId).execute();

/** SQL for the part of a payment that was neither refunded nor lost in disputes. */
const restCents = sql<number>`greatest(0, amount_cents - refunded_cents - ${lostCents({ id: 'payments.id', amount: 'amount_cents', currency: 'currency' })})`;

/**
 * Returns the payments of a subscription with the refundable amount of each. This amount is zero while the payment is
 * disputed. During a dispute, `disputed_cents` is the amount that becomes refundable if the dispute is won. Without a
 * dispute it is zero.
 */
export const listPayments = (tx: Any, providerId: string) =>
  tx
    .selectFrom('payments')
    .select([
      'id',
      'amount_cents',
      'currency',
      isDisputed('payments.id').as('is_disputed'),
      sql<number>`case when ${isDisputed('payments.id')} then 0 else ${restCents} end`.as('left_cents'),
      sql<number>`case when ${isDisputed('payments.id')} then ${restCents} else 0 end`.as('disputed_cents'),
    ])
    .where('subscription_id', '=', providerId)
    .orderBy('paid_at')
    .execute();

/**
 * Returns true if the payments of a subscription are being refunded, because the member withdrew from it or nobody
 * should pay for it. While a payment is disputed, the job in `refund-payments.ts` emits the event every day, so the
 * outbox always has a recent one, even a long time after the withdrawal.
 */
export async function isBeingReturned(db: Any, providerId: string): Promise<boolean> {
  const event = await db
    .selectFrom('outbox')
    .select('id')
    .where('topic', 'in', ['billing.withdrawn', 'billing.unwantedEnded'])
    .where(sql<boolean>`payload ->> 'subscription_id' = ${providerId}`)
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

/**
 * Returns true if the member withdrew from the contract within the last week. The outbox keeps a processed event for a
 * week.
 */
export async function isWithdrawn(db: Any, providerId: string): Promise<boolean> {
  const event = await db
    .selectFrom('outbox')
    .select('id')
    .where('topic', '=', 'billing.withdrawn')
    .where('idempotency_key', '=', providerId)
    .executeTakeFirst();
  return event !== undefined;
}
