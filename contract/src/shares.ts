import * as z from 'zod';
import { Id, Language, rpc } from './base.ts';

/** Practitioners' shares, for administrators. Every figure is a sum of ledger account 467. */
const Cents = z.number().int();
/** Minor units that a person types: at most ten million of a currency. */
const TypedCents = Cents.min(1).max(1_000_000_000);
/** ISO 4217 in small letters, as in the ledger. */
const Currency = z
  .string()
  .length(3)
  .regex(/^[a-z]{3}$/);
/** YYYY-MM, in Paris. */
const Month = z
  .string()
  .length(7)
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/);

export const OwedToProvider = z.object({
  provider_id: Id,
  name: z.string(),
  currency: Currency,
  /** Shares of this month, minus the part that refunds took back. */
  earned_cents: Cents,
  paid_cents: Cents,
  /** Negative: a refund came after the payment, so the practitioner owes us. */
  open_cents: Cents,
  /** The month of the newest entry. */
  last_month: Month,
});
export type OwedToProvider = z.infer<typeof OwedToProvider>;

/** A paid booking whose offer named no price of the practitioner: its share is 0 until somebody sets it. */
export const MissingShare = z.object({
  payment_id: z.string(),
  provider_name: z.string(),
  number: z.string(),
  day: z.iso.date(),
  treatment: z.string(),
  /** The patient's payment. */
  price_cents: Cents,
  /** The refunded part of it. */
  refunded_cents: Cents,
  currency: Currency,
});
export type MissingShare = z.infer<typeof MissingShare>;

/** One booking's changes within a month. */
export const ShareOfBooking = z.object({
  number: z.string(),
  /** The day of its payment. */
  day: z.iso.date(),
  treatment: z.string(),
  price_cents: Cents,
  share_cents: Cents,
  /** The share lost to refunds; negative. */
  refunded_cents: Cents,
});
export type ShareOfBooking = z.infer<typeof ShareOfBooking>;

export const SharePayment = z.object({
  entry_id: z.number().int(),
  day: z.iso.date(),
  reference: z.string(),
  /** Negative: it reverses an earlier one. */
  amount_cents: Cents,
  is_undone: z.boolean(),
});
export type SharePayment = z.infer<typeof SharePayment>;

export const ShareStatement = z.object({
  provider_id: Id,
  name: z.string(),
  month: Month,
  currency: Currency,
  opening_cents: Cents,
  bookings: z.array(ShareOfBooking),
  payments: z.array(SharePayment),
  earned_cents: Cents,
  paid_cents: Cents,
  /** Owed at the end of the month. */
  closing_cents: Cents,
  /** Owed now. */
  open_cents: Cents,
  /** Months with entries, newest first. */
  months: z.array(Month),
  /** The month is over: a numbered statement can be made. */
  is_over: z.boolean(),
});
export type ShareStatement = z.infer<typeof ShareStatement>;

/** Why a step with a share is refused. */
export const ShareProblems = ['more_than_open', 'undone', 'month_not_over', 'has_share', 'above_price'] as const;
const SHARE_REFUSED = { status: 409, data: z.object({ problem: z.enum(ShareProblems) }) } as const;

const OneStatement = z.object({ provider_id: Id, month: Month, currency: Currency });

export const shares = {
  adminListShares: rpc(
    'admin_list_shares',
    'admin',
    'appointments',
    'What each practitioner is owed, and bookings without a price',
  ).output(z.object({ providers: z.array(OwedToProvider), missing: z.array(MissingShare) })),
  adminGetShareStatement: rpc(
    'admin_get_share_statement',
    'admin',
    'appointments',
    'Shares and payments of a practitioner in a month',
  )
    .input(OneStatement)
    .output(ShareStatement),
  adminExportShareStatement: rpc(
    'admin_export_share_statement',
    'admin',
    'appointments',
    'A statement as a CSV file, or as a numbered PDF once the month is over; logged',
  )
    .errors({ SHARE_REFUSED })
    .input(OneStatement.extend({ format: z.enum(['csv', 'pdf']), language: Language }))
    .output(z.file()),
  adminPayShare: rpc(
    'admin_pay_share',
    'admin',
    'appointments',
    'Record that a practitioner was paid, at most what is open; logged',
  )
    .errors({ SHARE_REFUSED })
    .input(
      z.object({
        provider_id: Id,
        currency: Currency,
        amount_cents: TypedCents,
        /** Today at the latest, in Paris; a year ago at the earliest. */
        paid_on: z.iso.date(),
        /** Of the bank transfer. */
        reference: z.string().trim().min(1).max(80),
        idempotency_key: Id,
      }),
    )
    .output(z.object({ open_cents: Cents })),
  adminUndoSharePayment: rpc(
    'admin_undo_share_payment',
    'admin',
    'appointments',
    'Take back a payment that was recorded by mistake, with an entry against it; logged',
  )
    .errors({ SHARE_REFUSED })
    .input(z.object({ entry_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }))
    .output(z.object({ open_cents: Cents })),
  adminSetShare: rpc(
    'admin_set_share',
    'admin',
    'appointments',
    'Set the share of a booking that was offered without one, once; logged',
  )
    .errors({ SHARE_REFUSED })
    .input(z.object({ payment_id: z.string().min(1).max(200), share_cents: TypedCents }))
    .output(z.object({ set: z.boolean() })),
};
