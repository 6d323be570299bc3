import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { PROVIDER_ID } from '#server/platform/payments/gateway.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findWithRefunds, withRefunds } from './refunds.ts';
import { type PaymentWithRefunds, showPaymentForAdmin } from './show-payment.ts';

type Status = ReturnType<typeof showPaymentForAdmin>['status'];

export interface PaymentsPage {
  readonly status?: Status | null | undefined;
  /** If set, only these payments are listed. */
  readonly payment_ids?: readonly string[] | null | undefined;
  readonly limit: number;
  readonly after?: string | null | undefined;
}

/** The SQL condition of each status. `statusOf` in `show-payment.ts` has the same rules. */
const fits: Record<Status, ReturnType<typeof sql<boolean>>> = {
  refunded: sql<boolean>`refunded_cents >= amount_cents`,
  refunding: sql<boolean>`refunded_cents < amount_cents and unreported_cents > 0`,
  partly_refunded: sql<boolean>`refunded_cents between 1 and amount_cents - 1 and unreported_cents = 0`,
  paid: sql<boolean>`refunded_cents = 0 and unreported_cents = 0 and amount_cents > 0`,
};

/** Lists payments of offers, the newest first. */
export const listPayments = (ctx: Context, { userId }: SignedIn, { status, payment_ids, limit, after }: PaymentsPage) =>
  withStaff(ctx.db, userId, async (tx) => {
    const cursor = readCursor(after, PROVIDER_ID);
    let query = tx
      .selectFrom(withRefunds(tx).as('p'))
      .innerJoin('appointments as a', 'a.id', 'p.appointment_id')
      .innerJoin('appointment_offers as o', 'o.id', 'p.offer_id')
      .selectAll('p')
      .select(['a.number', 'a.patient_full_name', 'a.patient_email', 'o.provider_name'])
      .orderBy('p.paid_at', 'desc')
      .orderBy('p.payment_id', 'desc')
      .limit(limit + 1);
    if (status) query = query.where(fits[status]);
    if (payment_ids) query = query.where(sql<boolean>`p.payment_id = any(${[...payment_ids]}::text[])`);
    if (cursor) query = query.where(sql<boolean>`(p.paid_at, p.payment_id) < (${cursor.at}, ${cursor.id})`);
    const { rows, next } = pageOf(await query.execute(), limit, (row) => ({ at: row.paid_at, id: row.payment_id }));
    return {
      rows: rows.map(({ number, patient_full_name, patient_email, provider_name, ...payment }) => ({
        ...showPaymentForAdmin(payment satisfies PaymentWithRefunds),
        appointment_id: payment.appointment_id,
        number,
        patient_full_name,
        patient_email,
        provider_name,
      })),
      next,
    };
  });

export const getPayment = (ctx: Context, { userId }: SignedIn, paymentId: string) =>
  withStaff(ctx.db, userId, async (tx) => {
    const payment = await findWithRefunds(tx, paymentId);
    if (!payment) throw new Refusal('NOT_FOUND');
    return showPaymentForAdmin(payment);
  });
