import * as z from 'zod';
import { Id, Language, rpc } from './base.ts';

/**
 * The shares that practitioners earn, as administrators see them. Every amount of a share is a sum over the entries of
 * ledger account 467.
 */
const Cents = z.number().int();
/** An amount that a person typed, in minor units (cents). At most ten million units of the currency. */
const TypedCents = Cents.min(1).max(1_000_000_000);
/** ISO 4217 code in lower case, as in the ledger. */
const Currency = z
  .string()
  .length(3)
  .regex(/^[a-z]{3}$/);
/** YYYY-MM, a month in the time zone of Paris. */
const Month = z
  .string()
  .length(7)
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/);

export const OwedToProvider = z.object({
  provider_id: Id,
  name: z.string(),
  currency: Currency,
  /** Sum of all shares that the practitioner has earned, less the amounts by which refunds reduced them. */
  earned_cents: Cents,
  paid_cents: Cents,
  /**
   * The amount that we owe. If a refund came after we paid the share, the amount is negative, and the practitioner owes
   * us.
   */
  open_cents: Cents,
  /** The month of the newest ledger entry. */
  last_month: Month,
});
export type OwedToProvider = z.infer<typeof OwedToProvider>;

/**
 * A paid appointment whose offer has no price agreed with the practitioner. Its share is 0 until an administrator sets
 * it.
 */
export const MissingShare = z.object({
  payment_id: z.string(),
  provider_name: z.string(),
  number: z.string(),
  day: z.iso.date(),
  treatment: z.string(),
  /** The amount that the patient paid. */
  price_cents: Cents,
  /** The amount that was refunded. */
  refunded_cents: Cents,
  currency: Currency,
});
export type MissingShare = z.infer<typeof MissingShare>;
/**
 * The highest number of appointments without a share that the list shows, the oldest first. If there are more, the
 * answer contains one more. When some of the shares are set, the next appointments are shown.
 */
export const MISSING_SHOWN = 200;

/**
 * The share that a practitioner earned for one appointment in the month of the statement, and the reductions by refunds
 * in that month.
 */
export const ShareOfBooking = z.object({
  number: z.string(),
  /** The day of the patient's payment. */
  day: z.iso.date(),
  treatment: z.string(),
  price_cents: Cents,
  share_cents: Cents,
  /** The amount by which refunds reduced the share. It is negative, or 0 without refunds. */
  refunded_cents: Cents,
});
export type ShareOfBooking = z.infer<typeof ShareOfBooking>;

export const SharePayment = z.object({
  entry_id: z.number().int(),
  day: z.iso.date(),
  reference: z.string(),
  /** The amount of the transfer. It is negative if the transfer reverses an earlier one. */
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
  /** The amount owed at the end of the month. */
  closing_cents: Cents,
  /** The amount owed now. */
  open_cents: Cents,
  /** Months with entries, newest first. */
  months: z.array(Month),
  /** True: the month is over, so a numbered statement can be made. */
  is_over: z.boolean(),
});
export type ShareStatement = z.infer<typeof ShareStatement>;

/** Reasons why a change of a share is refused. */
export const ShareProblems = ['more_than_open', 'undone', 'month_not_over', 'has_share', 'above_price'] as const;
const SHARE_REFUSED = { status: 409, data: z.object({ problem: z.enum(ShareProblems) }) } as const;

const OneStatement = z.object({ provider_id: Id, month: Month, currency: Currency });

export const shares = {
  adminListShares: rpc(
    'admin_list_shares',
    'admin',
    'appointments',
    'List what is owed to each practitioner, and the appointments without a share',
  ).output(z.object({ providers: z.array(OwedToProvider), missing: z.array(MissingShare) })),
  adminGetShareStatement: rpc(
    'admin_get_share_statement',
    'admin',
    'appointments',
    'Return the shares and payments of a practitioner in a month',
  )
    .input(OneStatement)
    .output(ShareStatement),
  adminExportShareStatement: rpc(
    'admin_export_share_statement',
    'admin',
    'appointments',
    'Export a statement as a CSV file, or as a numbered PDF once the month has ended. The export is logged',
  )
    .errors({ SHARE_REFUSED })
    .input(OneStatement.extend({ format: z.enum(['csv', 'pdf']), language: Language }))
    .output(z.file()),
  adminPayShare: rpc(
    'admin_pay_share',
    'admin',
    'appointments',
    'Record a payment to a practitioner, up to the open amount. The entry is logged',
  )
    .errors({ SHARE_REFUSED })
    .input(
      z.object({
        provider_id: Id,
        currency: Currency,
        amount_cents: TypedCents,
        /** The day of the transfer. In the time zone of Paris it must not be in the future or more than a year ago. */
        paid_on: z.iso.date(),
        /** The reference of the bank transfer. */
        reference: z.string().trim().min(1).max(80),
        idempotency_key: Id,
      }),
    )
    .output(z.object({ open_cents: Cents })),
  adminUndoSharePayment: rpc(
    'admin_undo_share_payment',
    'admin',
    'appointments',
    'Reverse a payment that was recorded by mistake. The reversal is logged',
  )
    .errors({ SHARE_REFUSED })
    .input(z.object({ entry_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }))
    .output(z.object({ open_cents: Cents })),
  adminSetShare: rpc(
    'admin_set_share',
    'admin',
    'appointments',
    'Set the share of an appointment that was offered without one. It can be set only once. The entry is logged',
  )
    .errors({ SHARE_REFUSED })
    .input(z.object({ payment_id: z.string().min(1).max(200), share_cents: TypedCents }))
    .output(z.object({ set: z.boolean() })),
};
