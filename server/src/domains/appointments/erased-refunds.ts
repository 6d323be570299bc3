import { sql } from 'kysely';
import { refundReason } from '#server/domains/billing/index.ts';
import { listAdmins, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { isDisputed } from '#server/platform/payments/disputes.ts';
import { RefundTooHigh } from '#server/platform/payments/gateway.ts';
import { money } from './words.ts';

/** A refund that was not finished when its patient was erased. */
export interface OpenRefund {
  /** The id of the order, or of the refund at the provider. */
  readonly id: string;
  readonly payment_id: string;
  readonly amount_cents: number;
  readonly currency: string;
  /** The reason why it failed. Null: it was ordered, and the provider has not accepted it yet. */
  readonly failure: string | null;
}

/**
 * Lists the refunds that would be lost with the appointments of this patient: those that failed and wait in the inbox
 * for the team's decision, and those that were ordered but not sent. The amount and the reason of each failure are read
 * from the timeline, which has them for failures found by our service and by the provider.
 */
export async function listOpenRefunds(tx: Tx, patientId: string): Promise<OpenRefund[]> {
  const { rows } = await sql<OpenRefund>`
    with own as (select p.* from appointment_payments p join appointments a on a.id = p.appointment_id
                 where a.patient_id = ${patientId})
    select r.id::text, own.payment_id, r.amount_cents, lower(own.currency) as currency, null as failure
    from own join appointment_refunds r on r.payment_id = own.payment_id and r.made_at is null and r.failed_at is null
    union all
    select i.refund_id, own.payment_id, (e.details ->> 'amount_cents')::int8, lower(own.currency), e.reason
    from own join appointment_inbox i on i.payment_id = own.payment_id and i.kind = 'refund_failed' and i.handled_at is null
      join appointment_events e on e.appointment_id = own.appointment_id and e.kind = 'refund_failed'
        and e.details ->> 'refund' = i.refund_id`.execute(tx);
  return rows;
}

/**
 * Removes the appointment from the inbox entries that wait for a decision about a payment of this patient, so that the
 * entries are not erased with the appointment. They then contain only the id of a payment. Entries about failed refunds
 * are erased, because administrators get an email about each failed refund instead.
 *
 * @returns true if there were such entries
 */
export async function keepUndecided(tx: Tx, patientId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update appointment_inbox i set appointment_id = null from appointments a
    where a.id = i.appointment_id and a.patient_id = ${patientId} and i.payment_id is not null
      and i.kind in ('payment_mismatch', 'refund_undecided') and i.handled_at is null`.execute(tx);
  return numAffectedRows > 0n;
}

/** Sends a refund that was not sent yet. Emails the administrators if the refund fails now or had failed before. */
export async function finishRefund(ctx: Context, refund: OpenRefund): Promise<void> {
  const reason = refund.failure ?? (await send(ctx, refund));
  if (reason !== null) await tellErasedRefund(ctx, { ...refund, reason });
}

/** Sends a refund once for each id. @returns why it cannot be made, or null */
async function send({ system, payments }: Context, refund: OpenRefund): Promise<string | null> {
  const { id: idempotency_key, payment_id, amount_cents } = refund;
  const payment = await withSystem(system, (tx) =>
    tx
      .selectFrom('payments')
      .select(isDisputed('payments.id').as('is_disputed'))
      .where('id', '=', payment_id)
      .executeTakeFirst(),
  );
  if (payment?.is_disputed) return 'disputed';
  try {
    await payments.refund({ payment_id, amount_cents, idempotency_key });
  } catch (error) {
    if (!(error instanceof RefundTooHigh)) throw error;
    return 'exceeds_payment';
  }
  return null;
}

/**
 * Emails the administrators about a failed refund whose appointment was erased with its patient. An inbox entry would
 * not be enough: the amount and the reason are stored in the timeline of an appointment, and this timeline was erased.
 * Administrators refund the payment again in the list of all payments.
 */
export async function tellErasedRefund(
  ctx: Context,
  failed: Omit<OpenRefund, 'failure'> & { readonly reason: string },
): Promise<void> {
  const { id, payment_id, amount_cents, currency, reason } = failed;
  for (const admin of await listAdmins(ctx.db))
    await mailPerson(ctx, ctx.db, admin, 'erased_refund_failed', {
      values: { amount: money(amount_cents, currency, admin.language), reason: refundReason(admin.language, reason) },
      path: `/admin/payments?q=${payment_id}`,
      key: `erased_refund_failed:${id}:${admin.id}`,
    });
}
