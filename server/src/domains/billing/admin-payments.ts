import { EXPORT_ROWS } from '#contract/base.ts';
import type { AdminPayment, AdminSubscription, PaymentFilter, SubscriptionStates } from '#contract/billing.ts';
import { csvFile, csvLine, withDay } from '#contract/csv.ts';
import { startOfDay } from '#server/platform/calendar/wall-clock.ts';
import type { Context } from '#server/platform/context.ts';
import { type Cursor, pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { type Tx, withStaff, withStaffSnapshot, withSystem } from '#server/platform/db/db.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { PROVIDER_ID } from '#server/platform/payments/gateway.ts';
import { handleNotice } from '#server/platform/payments/inbox.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as queries from './admin.queries.ts';
import { toSubscription } from './get-membership.ts';
import { reachProvider } from './reach-provider.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** An administrator ordered a refund in the list of all payments, and the payment provider accepted it. */
    'billing.refundOrdered': { payment_id: string; ordered_at: string };
  }
}

interface PageRequest {
  readonly limit: number;
  readonly after?: string | null | undefined;
}

export const adminListPayments = ({ db }: Context, adminId: string, asked: PaymentFilter, page: PageRequest) =>
  withStaff(db, adminId, async (tx) => {
    const { limit } = page;
    const filter = readFilter(asked);
    const found = await queries.listPayments(tx, filter, {
      limit: limit + 1,
      after: readCursor(page.after, PROVIDER_ID),
    });
    const { rows, next } = pageOf(found, limit, placeOf);
    const sums = await queries.sumPayments(tx, filter);
    return {
      total: sums.reduce((total, { count }) => total + count, 0),
      sums: withDisputes(sums, await queries.sumDisputes(tx, filter)),
      payments: rows.map(toPayment),
      next,
      open_disputes: await queries.countOpenDisputes(tx),
    };
  });

/** The days of the books are days in Paris. */
const ZONE = 'Europe/Paris';

const readFilter = ({ search, from, to }: PaymentFilter): queries.PaymentFilter => ({
  search,
  from: from ? startOfDay(from, ZONE) : null,
  until: to ? startOfDay(to, ZONE, 1) : null,
});

const placeOf = ({ paid_at: at, id }: queries.PaymentRow) => ({ at, id });

/**
 * Adds the sums of disputes to the sums of payments. A dispute is added in its own currency, even if no payment has
 * this currency.
 */
function withDisputes(
  sums: Awaited<ReturnType<typeof queries.sumPayments>>,
  disputes: Awaited<ReturnType<typeof queries.sumDisputes>>,
) {
  const currencies = [...new Set([...sums, ...disputes].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const paid = sums.find((sum) => sum.currency === currency);
    const disputed = disputes.find((sum) => sum.currency === currency);
    return {
      currency,
      paid_cents: paid?.paid_cents ?? 0,
      refunded_cents: paid?.refunded_cents ?? 0,
      disputed_cents: disputed?.disputed_cents ?? 0,
      lost_cents: disputed?.lost_cents ?? 0,
    };
  });
}

/** The highest number of rows in one file, and the number of rows that are read at a time. */
const EXPORT = { most: EXPORT_ROWS, batch: 1000 };
const exported = [
  'id',
  'paid_at',
  'reference_kind',
  'name',
  'email',
  'amount_cents',
  'refunded_cents',
  'currency',
  'lost_cents',
] as const satisfies readonly (keyof AdminPayment)[];
const disputeColumns = ['dispute_status', 'disputed_cents', 'dispute_currency'] as const;

/**
 * Exports the payments that match the filter as one CSV file, newest first. All rows are of the same moment. The export
 * and its number of rows are recorded in the audit log.
 *
 * @throws Refusal EXPORT_TOO_LONG if more than `most` payments match
 */
export async function adminExportPayments(
  ctx: Context,
  adminId: string,
  asked: PaymentFilter,
  { most, batch: size } = EXPORT,
): Promise<File> {
  const lines = await withStaffSnapshot(ctx.db, adminId, async (tx) => {
    const lines: string[] = [];
    for await (const batch of batches(tx, readFilter(asked), size)) {
      if (lines.length + batch.length > most) throw new Refusal('EXPORT_TOO_LONG', { most });
      lines.push(
        ...batch.map(toPayment).map((row) => csvLine([...exported.map((name) => row[name]), ...disputeOf(row)])),
      );
    }
    return lines;
  });
  await ctx.audit.record(ctx.db, {
    actor: adminId,
    actor_role: 'admin',
    action: 'payment.exported',
    subject: 'payments:list',
    patient_id: null,
    reason: '',
    details: { rows: lines.length, from: asked.from ?? null, to: asked.to ?? null },
  });
  return csvFile(withDay('payments', ctx.clock.now()), [...exported, ...disputeColumns], lines);
}

async function* batches(tx: Tx, filter: queries.PaymentFilter, limit: number): AsyncGenerator<queries.PaymentRow[]> {
  let after: Cursor | null = null;
  for (;;) {
    const rows: queries.PaymentRow[] = await queries.listPayments(tx, filter, { limit, after });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = placeOf(last);
  }
}

const disputeOf = ({ dispute }: AdminPayment) => [
  dispute?.status ?? '',
  dispute?.amount_cents ?? '',
  dispute?.currency ?? '',
];

const toPayment = ({ paid_at, is_disputed: _d, ...payment }: queries.PaymentRow): AdminPayment => ({
  ...payment,
  paid_at: paid_at.toISOString(),
});

interface RefundOrder {
  readonly payment_id: string;
  readonly amount_cents: number;
  readonly reason: string;
  readonly idempotency_key: string;
}

/**
 * Refunds a payment, in whole or in part. The refund order is recorded with its reason before the provider is called.
 * The ledger changes when the provider confirms the refund. The domain of the payment gets an event about the order
 * only after the provider has accepted it. An order that the provider refused therefore does not count as the decision
 * about the payment. A second order with the same key but another amount is refused, because the first order may have
 * been carried out although its answer was lost.
 */
export async function adminRefundPayment(
  ctx: Context,
  adminId: string,
  { idempotency_key, ...order }: RefundOrder,
): Promise<AdminPayment> {
  const { payment_id, amount_cents } = order;
  const ordered_at = ctx.clock.now().toISOString();
  const payment = await withStaff(ctx.db, adminId, async (tx) => {
    const row = await queries.findPayment(tx, payment_id);
    if (!row) throw new Refusal('NOT_FOUND');
    if (row.is_disputed) throw new Refusal('PAYMENT_DISPUTED');
    const key = { scope: adminId, key: idempotency_key, hash: requestHash('admin_refund_payment', order) };
    await once(tx, key, () => recordRefund(ctx, tx, adminId, row, order));
    return row;
  });
  await reachProvider(() =>
    ctx.payments.refund({ payment_id, amount_cents, idempotency_key: `admin:${idempotency_key}` }),
  );
  await ctx.outbox.emit(ctx.db, 'billing.refundOrdered', { payment_id, ordered_at }, { key: idempotency_key });
  return toPayment(payment);
}

async function recordRefund(
  ctx: Context,
  tx: Tx,
  adminId: string,
  { left_cents, user_id }: queries.PaymentRow,
  { payment_id, amount_cents, reason }: Omit<RefundOrder, 'idempotency_key'>,
): Promise<null> {
  if (amount_cents > left_cents) throw new Refusal('REFUND_TOO_HIGH', { left_cents });
  await ctx.audit.record(tx, {
    actor: adminId,
    actor_role: 'admin',
    action: 'payment.refunded',
    subject: `payment:${payment_id}`,
    patient_id: user_id,
    reason,
    details: { amount_cents },
  });
  return null;
}

type State = (typeof SubscriptionStates)[number];

export const adminListSubscriptions = (
  { db }: Context,
  adminId: string,
  status: State | undefined,
  { limit, after }: PageRequest,
) =>
  withStaff(db, adminId, async (tx) => {
    const found = await queries.listSubscriptions(tx, status, { limit: limit + 1, after: readCursor(after) });
    const { rows, next } = pageOf(found, limit, ({ started_at: at, id }) => ({ at, id }));
    return {
      total: await queries.countSubscriptions(tx, status),
      subscriptions: rows.map(
        ({ id, user_id, name, email, ...row }): AdminSubscription => ({
          id,
          user_id,
          name,
          email,
          ...toSubscription({ id, user_id, ...row }),
        }),
      ),
      next,
    };
  });

export const adminListPaymentFaults = ({ db }: Context, adminId: string, { limit, after }: PageRequest) =>
  withStaff(db, adminId, async (tx) => {
    const found = await queries.listNoticeFaults(tx, { limit: limit + 1, after: readCursor(after, PROVIDER_ID) });
    const { rows, next } = pageOf(found, limit, ({ received_at: at, id }) => ({ at, id }));
    return {
      notices: rows.map(({ received_at, ...notice }) => ({ ...notice, received_at: received_at.toISOString() })),
      next,
      refusals: await queries.listNoticeRefusals(tx),
    };
  });

/** Processes a webhook event about a payment again. If this fails, the event stays in the list with the new error. */
export async function adminRetryPaymentNotice(ctx: Context, noticeId: string): Promise<{ asked: boolean }> {
  const known = await withSystem(ctx.system, (tx) =>
    tx.selectFrom('payment_notices').select('id').where('id', '=', noticeId).executeTakeFirst(),
  );
  if (!known) throw new Refusal('NOT_FOUND');
  await handleNotice(ctx, noticeId).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'payment notice failed again'),
  );
  return { asked: true };
}
