import { type PaymentDispute, DisputeStatuses } from '#contract/billing.ts';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { DisputeTold } from './notices.ts';
import type { PaymentDisputesTable } from './payments.table.ts';

export type DisputeStatus = (typeof DisputeStatuses)[number];
export type Dispute = Selectable<PaymentDisputesTable>;

/** A dispute as a webhook event reports it. `told_at` is the time of the webhook event. */
export type DisputeState = Omit<Dispute, 'closed_at'>;

const isOpen = ({ status }: Pick<DisputeState, 'status'>): boolean => DisputeStatuses.indexOf(status) < 2;
const earliest = (one: Date | null, other: Date | null): Date | null => (!one || (other && other < one) ? other : one);

/** Returns a positive number if the first state is newer. The end of a dispute is newer than every other state. */
function compare(one: DisputeState, other: DisputeState): number {
  return (
    Number(isOpen(other)) - Number(isOpen(one)) ||
    one.told_at.getTime() - other.told_at.getTime() ||
    DisputeStatuses.indexOf(one.status) - DisputeStatuses.indexOf(other.status) ||
    (one.evidence_due_at?.getTime() ?? 0) - (other.evidence_due_at?.getTime() ?? 0) ||
    one.amount_cents - other.amount_cents
  );
}

/** Merges two reports of one dispute. The result does not depend on the order or the number of reports. */
export function mergeDispute(one: DisputeState, other: DisputeState): DisputeState {
  const newest = compare(one, other) >= 0 ? one : other;
  return {
    ...newest,
    evidence_due_at: newest.evidence_due_at ?? (newest === one ? other : one).evidence_due_at,
    withdrawn_at: earliest(one.withdrawn_at, other.withdrawn_at),
    reinstated_at: earliest(one.reinstated_at, other.reinstated_at),
  };
}

export const stateOf = ({ dispute, funds }: DisputeTold, told_at: Date): DisputeState => ({
  ...dispute,
  told_at,
  withdrawn_at: funds === 'withdrawn' ? told_at : null,
  reinstated_at: funds === 'reinstated' ? told_at : null,
});

/** Merges a report into the stored dispute and returns the new state. Null if the report contains nothing new. */
export async function storeDispute(tx: Tx, told: DisputeState): Promise<DisputeState | null> {
  const row = await tx.selectFrom('payment_disputes').selectAll().where('id', '=', told.id).executeTakeFirst();
  if (!row) {
    await tx.insertInto('payment_disputes').values(told).execute();
    return told;
  }
  const { closed_at: _generated, ...before } = row;
  const { id, ...after } = mergeDispute(before, told);
  if (JSON.stringify({ id, ...after }, Object.keys(before)) === JSON.stringify(before, Object.keys(before)))
    return null;
  await tx.updateTable('payment_disputes').set(after).where('id', '=', id).execute();
  return { id, ...after };
}

/**
 * Returns an SQL condition that is true if a payment has an open dispute. Such a payment must not be refunded, because
 * the payer could get the money twice.
 */
export const isDisputed = (paymentId: string) =>
  sql<boolean>`exists (select from payment_disputes d where d.payment_id = ${sql.ref(paymentId)} and d.closed_at is null)`;

/**
 * Returns SQL for the part of a payment that was lost in disputes. For a dispute in another currency, the amount is the
 * whole payment.
 */
export const lostCents = (payment: { id: string; amount: string; currency: string }) =>
  sql<number>`least(${sql.ref(payment.amount)}, (
    select coalesce(sum(case when d.currency = lower(${sql.ref(payment.currency)}) then d.amount_cents else ${sql.ref(payment.amount)} end), 0)
    from payment_disputes d where d.payment_id = ${sql.ref(payment.id)} and d.status = 'lost'))::int`;

/** Returns SQL for the newest dispute of a payment, in the form of the contract. */
export const newestDispute = (paymentId: string) =>
  sql<PaymentDispute | null>`(
    select json_build_object('id', d.id, 'status', d.status, 'amount_cents', d.amount_cents, 'currency', d.currency,
      'evidence_due_at', to_char(d.evidence_due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from payment_disputes d where d.payment_id = ${sql.ref(paymentId)} order by d.opened_at desc, d.id desc limit 1)`;
