import * as z from 'zod';
import { Id, Instant, rpc } from './base.ts';

/** The books of the service, for administrators and their accountant. */
export const EntryKinds = [
  'payment',
  'refund',
  'refund_failed',
  'dispute',
  'sale',
  'credit_note',
  'fee',
  'payout',
  'conversion',
  'adjustment',
  'share_paid',
] as const;
export type EntryKind = (typeof EntryKinds)[number];

/** Account numbers of the chart of accounts. */
export const AccountNumbers = ['411', '416', '4191', '4457', '467', '512', '517', '580', '627', '654', '706'] as const;
const Account = z.enum(AccountNumbers);
const Cents = z.number().int();
const Year = z.number().int().min(2000).max(2100);

/** One account in one currency over a year. Debit amounts are positive. */
export const AccountYear = z.object({
  account: Account,
  currency: z.string(),
  opening_cents: Cents,
  /** The change in each month, starting with January. */
  months: z.array(Cents).length(12),
  closing_cents: Cents,
});
export type AccountYear = z.infer<typeof AccountYear>;

/** Sales of one service at one VAT rate. */
export const VatOfService = z.object({
  service: z.string(),
  /** The VAT rate in tenths of a percent. 0: exempt. */
  vat_permille: z.number().int(),
  currency: z.string(),
  net_cents: Cents,
  vat_cents: Cents,
});
export type VatOfService = z.infer<typeof VatOfService>;

export const LedgerEntry = z.object({
  id: z.number().int(),
  /** The number of the entry. Null until the entry is final. */
  number: z.number().int().nullable(),
  date: z.iso.date(),
  journal: z.enum(['BQ', 'VE', 'OD']),
  /** One of `EntryKinds`, or a kind that a newer release of the service has added. */
  kind: z.string(),
  document: z.string(),
  postings: z.array(z.object({ account: Account, amount_cents: Cents, currency: z.string() })),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Actions that the team can take on an inbox entry about a difference between the ledger and the payment provider. */
export const DifferenceSteps = ['handled', 'reopened', 'snoozed', 'woken', 'assigned'] as const;

export const LedgerDifference = z.object({
  id: Id,
  subject: z.string(),
  aspect: z.enum(['payment', 'refund', 'dispute', 'other']),
  currency: z.string(),
  ledger_cents: Cents,
  provider_cents: Cents,
  found_at: Instant,
  /** The team's actions on the difference, newest first. At most 20. */
  history: z.array(
    z.object({
      at: Instant,
      by_name: z.string().nullable(),
      /** The action that the team took. */
      step: z.enum(DifferenceSteps),
      /** Set only for `snoozed`. */
      until: Instant.nullable(),
      /**
       * Set only for `assigned`: the name of the person to whom the difference is assigned. Null: the difference is
       * assigned to no one.
       */
      to: z.string().nullable(),
    }),
  ),
});
export type LedgerDifference = z.infer<typeof LedgerDifference>;

/** Reasons why no FEC (the accounting file for the French tax office) can be made. */
export const FecProblems = [
  'no_siren',
  'no_entries',
  'no_rate',
  'unbalanced',
  'gap',
  'empty',
  'outside_year',
  'opening',
  'lettering',
] as const;

/**
 * API procedures for the ledger. They are not part of `billing`, because public pages load the schemas of `billing` and
 * do not need those of the ledger.
 */
export const ledger = {
  adminGetLedger: rpc(
    'admin_get_ledger',
    'admin',
    'billing',
    'Return the balances by account and month, and the reconciliation',
  )
    .input(z.object({ year: Year }))
    .output(
      z.object({
        accounts: z.array(AccountYear),
        vat: z.array(VatOfService),
        /** Years with entries, newest first. */
        years: z.array(z.number().int()),
        /** True if the year is over and was not exported yet. The first export closes it. */
        export_closes: z.boolean(),
        /**
         * The last comparison of the ledger with the payment provider. `moves` is the number of new movements of money
         * that this comparison read from the payment provider. Null: no comparison has run yet.
         */
        last_reconciliation: z.object({ at: Instant, moves: z.number().int() }).nullable(),
        /** The newest differences, at most 200. `differences_count` counts all of them. */
        differences: z.array(LedgerDifference),
        differences_count: z.number().int(),
      }),
    ),
  adminListLedgerEntries: rpc(
    'admin_list_ledger_entries',
    'admin',
    'billing',
    'List the entries of the ledger, newest first',
  )
    .input(
      z.object({
        year: Year,
        account: Account.optional(),
        kind: z.enum(EntryKinds).optional(),
        /** The id of a document or a payment, or the first characters of such an id. */
        search: z.string().trim().max(200).default(''),
        limit: z.number().int().min(1).max(200).default(50),
        /** The id of the last entry on the previous page. */
        after: z.number().int().optional(),
      }),
    )
    .output(z.object({ entries: z.array(LedgerEntry), next: z.number().int().nullable() })),
  adminExportLedger: rpc(
    'admin_export_ledger',
    'admin',
    'billing',
    'Export the entries of a year as a CSV file or as a FEC file. The export is logged',
  )
    .errors({ FEC_REFUSED: { status: 409, data: z.object({ problem: z.enum(FecProblems) }) } })
    .input(z.object({ year: Year, format: z.enum(['csv', 'fec']) }))
    .output(z.file()),
  adminReconcileLedger: rpc('admin_reconcile_ledger', 'admin', 'billing', 'Compare the ledger with the provider now')
    .errors({ PAYMENT_UNAVAILABLE: { status: 503 } })
    .output(z.object({ differences: z.number().int() })),
};
