import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { RefundTooHigh } from '#server/platform/payments/gateway.ts';
import { isDisputed, lostCents, newestDispute } from '#server/platform/payments/disputes.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AppointmentPaymentsTable, AppointmentRefundsTable } from './appointments.table.ts';
import './events.ts';
import { find, findForUpdate } from './appointments.queries.ts';
import { bookSale } from './book-sale.ts';
import { tellErasedRefund } from './erased-refunds.ts';
import { note, putIntoInbox, tellChange, theService, theTeam } from './history.ts';
import { handlePayment } from './inbox.ts';
import { mailAbout } from './mail-appointment.ts';
import { money } from './words.ts';

/**
 * Stores a refund order. The refund is carried out after the commit. The order is the decision about the payment, so
 * the inbox no longer asks for one.
 */
export async function orderRefund(ctx: Context, tx: Tx, refund: Insertable<AppointmentRefundsTable>): Promise<void> {
  await tx.insertInto('appointment_refunds').values(refund).execute();
  await handlePayment(ctx, tx, refund.payment_id, ctx.clock.now());
  await ctx.outbox.emit(tx, 'appointments.refundOrdered', { refund_id: refund.id }, { key: refund.id });
}

export interface RefundOrder {
  readonly appointment_id: string;
  readonly payment_id: string;
  readonly amount_cents?: number | null | undefined;
  readonly reason: string;
  readonly idempotency_key: string;
}

/**
 * Orders a refund of a payment, in whole or in part. The default amount is everything that can still be refunded. A
 * higher amount is refused. The status does not change, because cancelling is a separate decision.
 */
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
  if (payment.is_disputed) throw new Refusal('PAYMENT_DISPUTED');
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

/**
 * Processes a refund order from the list of all payments. The order decides about the payment, so the inbox no longer
 * asks for a decision. An entry about a failure that was reported after the order stays open.
 */
export const noteListOrder = (ctx: Context, { payment_id, ordered_at }: OutboxEvents['billing.refundOrdered']) =>
  withSystem(ctx.system, (tx) => handlePayment(ctx, tx, payment_id, new Date(ordered_at)));

export const findWithRefunds = (tx: Tx, paymentId: string) =>
  withRefunds(tx).where('payment_id', '=', paymentId).executeTakeFirst();

/** True if a refund failed, and every refund that was ordered later has failed, too. */
const hasFailedRefund = sql<boolean>`exists (
  select from appointment_refunds f where f.payment_id = appointment_payments.payment_id and f.failed_at is not null
    and not exists (select from appointment_refunds r
      where r.payment_id = f.payment_id and r.failed_at is null and r.ordered_at >= f.ordered_at))`;

/** Selects payments with the sum of their unreported refunds, and with their disputes. */
export const withRefunds = (tx: Tx) =>
  tx
    .selectFrom('appointment_payments')
    .selectAll('appointment_payments')
    .select([
      sql<number>`ordered_refund_cents(appointment_payments.payment_id, refunded_cents)`.as('unreported_cents'),
      isDisputed('appointment_payments.payment_id').as('is_disputed'),
      lostCents({
        id: 'appointment_payments.payment_id',
        amount: 'appointment_payments.amount_cents',
        currency: 'appointment_payments.currency',
      }).as('lost_cents'),
      newestDispute('appointment_payments.payment_id').as('dispute'),
      hasFailedRefund.as('has_failed_refund'),
    ]);

/** Returns the payment that confirmed an offer. `left_cents` is the part of the payment that can still be refunded. */
export async function findRefundable(tx: Tx, offerId: string) {
  const payment = await withRefunds(tx)
    .where('offer_id', '=', offerId)
    .where('outcome', '=', 'confirmed')
    .executeTakeFirst();
  return payment && { ...payment, left_cents: leftOf(payment) };
}

interface Spent {
  readonly amount_cents: number;
  readonly refunded_cents: number;
  /** The part of the ordered refunds that `refunded_cents` does not include yet. */
  readonly unreported_cents: number;
  readonly lost_cents: number;
}

/**
 * Returns the part of a payment that can still be refunded. The refunded sum may include refunds without a row in
 * `appointment_refunds`, which were made in the provider's own dashboard or from the list of all payments. The SQL
 * function `ordered_refund_cents` defines which orders are subtracted.
 */
const leftOf = ({ amount_cents, refunded_cents, unreported_cents, lost_cents }: Spent): number =>
  Math.max(0, amount_cents - lost_cents - refunded_cents - unreported_cents);

/**
 * Sends an ordered refund to the payment provider. Only a webhook event of the provider confirms the refund. The
 * provider treats a repeated call as the same refund. The order fails if the payment was disputed in the meantime, or
 * if the provider can refund less than the ordered amount.
 */
export async function carryOutRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_refunds')
      .innerJoin('appointment_payments as p', 'p.payment_id', 'appointment_refunds.payment_id')
      .selectAll('appointment_refunds')
      .select(['p.currency', isDisputed('appointment_refunds.payment_id').as('is_disputed')])
      .where('id', '=', refundId)
      .executeTakeFirst(),
  );
  if (!refund || refund.failed_at) return;
  if (refund.is_disputed) return failRefund(ctx, refund, 'disputed');
  const { payment_id, amount_cents } = refund;
  try {
    await ctx.payments.refund({ payment_id, amount_cents, idempotency_key: refundId });
  } catch (error) {
    if (!(error instanceof RefundTooHigh)) throw error;
    return failRefund(ctx, refund, 'exceeds_payment');
  }
  await withSystem(ctx.system, (tx) =>
    tx
      .updateTable('appointment_refunds')
      .set({ made_at: ctx.clock.now() })
      .where('id', '=', refundId)
      .where('made_at', 'is', null)
      .execute(),
  );
}

type Refunded = OutboxEvents['payments.refunded'];

/**
 * Stores the refunded sum of a payment. This function only increases the sum, so webhook events may be repeated or
 * delivered in another order. Once nothing of the payment is left, its inbox entries are marked as handled, even if it
 * was refunded in the provider's dashboard or its patient was erased.
 */
export const noteRefund = (ctx: Context, told: Refunded): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    await lockPayment(tx, told.payment_id);
    const refunded_cents = await readRefunded(tx, told.payment_id);
    const payment = await tx
      .updateTable('appointment_payments')
      .set({ refunded_cents })
      .where('payment_id', '=', told.payment_id)
      .where('refunded_cents', '<', refunded_cents)
      .returning(['appointment_id', 'outcome', 'currency'])
      .executeTakeFirst();
    await bookSale(tx, told.payment_id, ctx.clock.now());
    await handleSpent(ctx, tx, told.payment_id);
    if (!payment) return assertKnown(tx, told);
    await tellRefund(ctx, tx, payment, { ...told, refunded_cents });
  });

/** Marks the inbox entries about a payment as handled if it was refunded or lost in disputes as a whole. */
export async function handleSpent(ctx: Context, tx: Tx, paymentId: string): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .select(['amount_cents', 'refunded_cents'])
    .select(lostCents({ id: 'payments.id', amount: 'amount_cents', currency: 'currency' }).as('lost_cents'))
    .where('id', '=', paymentId)
    .executeTakeFirst();
  if (payment && payment.refunded_cents + payment.lost_cents >= payment.amount_cents)
    await handlePayment(ctx, tx, paymentId, ctx.clock.now());
}

/** Returns the sum that was refunded for a payment until now, without failed refunds. */
async function readRefunded(tx: Tx, paymentId: string): Promise<number> {
  const row = await tx.selectFrom('payments').select('refunded_cents').where('id', '=', paymentId).executeTakeFirst();
  return row?.refunded_cents ?? 0;
}

type Counted = Pick<Selectable<AppointmentPaymentsTable>, 'appointment_id' | 'outcome' | 'currency'>;
type Arrived = Pick<Refunded, 'payment_id' | 'refunded_cents' | 'failed_count'>;

async function tellRefund(ctx: Context, tx: Tx, payment: Counted, told: Arrived): Promise<void> {
  const row = await find(tx, payment.appointment_id);
  if (!row) return;
  await tellChange(ctx, tx, row);
  // The patient has already got an email about a late or second payment, so no other email is sent. If another person
  // paid by mistake, that person gets the money, so the patient gets no email.
  if (payment.outcome === 'late' || payment.outcome === 'twice') return;
  if (payment.outcome === 'mismatch' && !(await isPayer(tx, row.patient_id, told.payment_id))) return;
  await mailAbout(ctx, tx, row.id, {
    template: 'appointment_refunded',
    values: (language) => ({ amount: money(told.refunded_cents, payment.currency, language) }),
    key: `appointment_refunded:${told.payment_id}:${told.refunded_cents}${told.failed_count ? `:${told.failed_count}` : ''}`,
  });
  await note(ctx, tx, row.id, theService, {
    kind: 'refund_arrived',
    details: { refunded_cents: told.refunded_cents },
  });
}

const isPayer = (tx: Tx, userId: string, paymentId: string) =>
  tx.selectFrom('payments').select('id').where('id', '=', paymentId).where('user_id', '=', userId).executeTakeFirst();

type Failed = OutboxEvents['payments.refundFailed'];

/**
 * Processes a failed refund. The failed amount can be refunded again, and the team decides how. A repeated event is
 * processed once.
 */
export async function noteFailedRefund(ctx: Context, told: Failed): Promise<void> {
  const isErased = await withSystem(ctx.system, async (tx) => {
    const payment = await lockPayment(tx, told.payment_id);
    if (!payment) {
      await bookSale(tx, told.payment_id, ctx.clock.now());
      await assertKnown(tx, told);
      return true;
    }
    if (await isNoted(tx, payment.appointment_id, told.refund_id)) return false;
    await markFailed(tx, told, ctx.clock.now());
    await countBack(ctx, tx, payment, told);
    await tellFailure(ctx, tx, payment.appointment_id, { ...told, currency: payment.currency });
    return false;
  });
  if (isErased) await tellErasedRefund(ctx, { ...told, id: told.refund_id });
}

/**
 * Locks a payment and returns it. Its appointment is locked first, as in an order or an erasure. A step in the timeline
 * or an entry in the inbox locks the appointment, too, so locking the payment first could cause a deadlock.
 */
async function lockPayment(tx: Tx, paymentId: string) {
  await sql`select from appointments where id = (select appointment_id from appointment_payments where payment_id = ${paymentId})
    for update`.execute(tx);
  return tx
    .selectFrom('appointment_payments')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
}

const isNoted = (tx: Tx, appointmentId: string, refundId: string) =>
  tx
    .selectFrom('appointment_events')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'refund_failed')
    .where(sql<boolean>`details ->> 'refund' = ${refundId}`)
    .executeTakeFirst();

/**
 * Marks the order with this key as failed. Without a key, the oldest order of the same amount that has not failed is
 * marked.
 */
const markFailed = (tx: Tx, { payment_id, amount_cents, order, reason }: Failed, at: Date) =>
  sql`update appointment_refunds set failed_at = ${at}, failure = ${reason} where id = (
        select id from appointment_refunds
        where payment_id = ${payment_id} and failed_at is null and (id::text = ${order} or (${order}::text is null and amount_cents = ${amount_cents}))
        order by ordered_at, id limit 1)`.execute(tx);

/**
 * Stores the refunded sum that the table of payments has after the failure. If this sum is higher than the earlier sum
 * minus the failed amount, a later refund has succeeded in the meantime. The patient is then notified of that later
 * refund.
 */
async function countBack(ctx: Context, tx: Tx, payment: Selectable<AppointmentPaymentsTable>, told: Failed) {
  const { payment_id } = told;
  const refunded_cents = await readRefunded(tx, payment_id);
  await tx.updateTable('appointment_payments').set({ refunded_cents }).where('payment_id', '=', payment_id).execute();
  await bookSale(tx, payment_id, ctx.clock.now());
  if (refunded_cents <= Math.max(0, payment.refunded_cents - told.amount_cents)) return;
  const { count } = await tx
    .selectFrom('payment_refund_failures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payment_id', '=', payment_id)
    .executeTakeFirstOrThrow();
  await tellRefund(ctx, tx, payment, { payment_id, refunded_cents, failed_count: count });
}

interface Failure {
  readonly refund_id: string;
  readonly payment_id: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly reason: string;
}

async function tellFailure(ctx: Context, tx: Tx, appointmentId: string, failure: Failure): Promise<void> {
  const { refund_id: refund, payment_id, amount_cents, currency, reason } = failure;
  const details = { refund, amount_cents, currency };
  await note(ctx, tx, appointmentId, theService, { kind: 'refund_failed', reason, details });
  await putIntoInbox(ctx, tx, appointmentId, 'refund_failed', { payment_id, refund_id: refund });
  const row = await find(tx, appointmentId);
  if (row) await tellChange(ctx, tx, row);
}

/** Marks an order as failed. The order was not sent to the provider, or the provider refused it. */
const failRefund = (
  ctx: Context,
  refund: Selectable<AppointmentRefundsTable> & { currency: string },
  reason: 'disputed' | 'exceeds_payment',
): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const payment = await lockPayment(tx, refund.payment_id);
    const failed = await tx
      .updateTable('appointment_refunds')
      .set({ failed_at: ctx.clock.now(), failure: reason })
      .where('id', '=', refund.id)
      .where('failed_at', 'is', null)
      .executeTakeFirst();
    if (payment && failed.numUpdatedRows)
      await tellFailure(ctx, tx, payment.appointment_id, { ...refund, refund_id: refund.id, reason });
  });

/**
 * Checks that the payment of a webhook event is known. The event can be delivered before the event about the payment
 * itself. In that case, the error makes the outbox try the event again later. Events about offers of erased patients
 * are ignored.
 */
export async function assertKnown(
  tx: Tx,
  { payment_id, reference }: Pick<Refunded, 'payment_id' | 'reference'>,
): Promise<void> {
  const known = await tx
    .selectFrom('appointment_offers as o')
    .leftJoin('appointment_payments as p', (join) =>
      join.onRef('p.offer_id', '=', 'o.id').on('p.payment_id', '=', payment_id),
    )
    .select('p.payment_id')
    .where('o.id', '=', reference.id)
    .executeTakeFirst();
  if (known && !known.payment_id) throw new Error('a payment was told of before it came');
}
