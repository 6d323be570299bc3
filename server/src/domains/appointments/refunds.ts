import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AppointmentRefundsTable } from './appointments.table.ts';
import './events.ts';
import { find, findForUpdate } from './appointments.queries.ts';
import { note, tellChange, theService, theTeam } from './history.ts';
import { mailAbout } from './mail-appointment.ts';
import { money } from './words.ts';

/** Orders a refund; it is carried out after the commit. */
export async function orderRefund(ctx: Context, tx: Tx, refund: Insertable<AppointmentRefundsTable>): Promise<void> {
  await tx.insertInto('appointment_refunds').values(refund).execute();
  await ctx.outbox.emit(tx, 'appointments.refundOrdered', { refund_id: refund.id }, { key: refund.id });
}

export interface RefundOrder {
  readonly appointment_id: string;
  readonly payment_id: string;
  readonly amount_cents?: number | null | undefined;
  readonly reason: string;
  readonly idempotency_key: string;
}

/** An administrator gives money back, at most what is left. The status stays: whether the appointment is cancelled is another decision. */
export const refundPayment = (ctx: Context, admin: SignedIn, { idempotency_key: key, ...order }: RefundOrder) =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const found = await findForUpdate(tx, order.appointment_id);
    if (!found) throw new Refusal('NOT_FOUND');
    const hash = requestHash('admin_refund_appointment', order);
    await once(tx, { scope: admin.userId, key, hash }, () => placeOrder(ctx, tx, admin, order, key));
  });

async function placeOrder(
  ctx: Context,
  tx: Tx,
  admin: SignedIn,
  { appointment_id, payment_id, amount_cents, reason }: Omit<RefundOrder, 'idempotency_key'>,
  id: string,
): Promise<null> {
  const payment = await findWithRefunds(tx, payment_id);
  if (payment?.appointment_id !== appointment_id) throw new Refusal('NOT_FOUND');
  const left = leftOf(payment);
  const wanted = amount_cents ?? left;
  if (left <= 0 || wanted > left) throw new Refusal('REFUND_TOO_HIGH', { left_cents: left });
  const ordered_at = ctx.clock.now();
  await orderRefund(ctx, tx, { id, payment_id, amount_cents: wanted, reason, ordered_by: admin.userId, ordered_at });
  const details = { amount_cents: wanted, currency: payment.currency };
  await note(ctx, tx, appointment_id, theTeam(admin.userId), { kind: 'refunded', reason, details });
  const row = await find(tx, appointment_id);
  if (row) await tellChange(ctx, tx, row);
  return null;
}

export const findWithRefunds = (tx: Tx, paymentId: string) =>
  withRefunds(tx).where('payment_id', '=', paymentId).executeTakeFirst();

/** Payments with the sum of what was ordered to go back. */
export const withRefunds = (tx: Tx) =>
  tx
    .selectFrom('appointment_payments')
    .selectAll('appointment_payments')
    .select(
      sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from appointment_refunds r
                   where r.payment_id = appointment_payments.payment_id)`.as('ordered_cents'),
    );

/** The payment that counts for an offer, with the part of it that is neither refunded nor ordered to be refunded. */
export async function findRefundable(tx: Tx, offerId: string) {
  const payment = await withRefunds(tx)
    .where('offer_id', '=', offerId)
    .where('outcome', '=', 'confirmed')
    .executeTakeFirst();
  return payment && { ...payment, left_cents: leftOf(payment) };
}

const leftOf = (payment: { amount_cents: number; refunded_cents: number; ordered_cents: number }): number =>
  payment.amount_cents - Math.max(payment.refunded_cents, payment.ordered_cents);

/** Asks the payment provider; its own notice makes the refund true. Repeated, it is the same refund there. */
export async function carryOutRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await withSystem(ctx.system, (tx) =>
    tx.selectFrom('appointment_refunds').selectAll().where('id', '=', refundId).executeTakeFirst(),
  );
  if (!refund) return;
  const { payment_id, amount_cents } = refund;
  await ctx.payments.refund({ payment_id, amount_cents, idempotency_key: refundId });
}

type Refunded = OutboxEvents['payments.refunded'];

/** Money went back. Told twice or out of order, the sum only grows. */
export const noteRefund = (ctx: Context, told: Refunded): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const payment = await tx
      .updateTable('appointment_payments')
      .set({ refunded_cents: told.refunded_cents })
      .where('payment_id', '=', told.payment_id)
      .where('refunded_cents', '<', told.refunded_cents)
      .returning(['appointment_id', 'outcome', 'currency'])
      .executeTakeFirst();
    if (!payment) return assertKnown(tx, told);
    const row = await find(tx, payment.appointment_id);
    if (!row) return;
    await tellChange(ctx, tx, row);
    // Those that came late were told of when they came.
    if (payment.outcome !== 'confirmed') return;
    await mailAbout(ctx, tx, row.id, {
      template: 'appointment_refunded',
      values: (language) => ({ amount: money(told.refunded_cents, payment.currency, language) }),
      key: `appointment_refunded:${told.payment_id}:${told.refunded_cents}`,
    });
    await note(ctx, tx, row.id, theService, {
      kind: 'refund_arrived',
      details: { refunded_cents: told.refunded_cents },
    });
  });

/** A refund may be told of before its payment: then it is tried again later. Offers of erased patients get no further notices. */
async function assertKnown(tx: Tx, { payment_id, reference }: Refunded): Promise<void> {
  const known = await tx
    .selectFrom('appointment_offers as o')
    .leftJoin('appointment_payments as p', (join) =>
      join.onRef('p.offer_id', '=', 'o.id').on('p.payment_id', '=', payment_id),
    )
    .select('p.payment_id')
    .where('o.id', '=', reference.id)
    .executeTakeFirst();
  if (known && !known.payment_id) throw new Error('a refund was told before its payment');
}
