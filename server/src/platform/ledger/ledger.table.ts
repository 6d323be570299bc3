import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Journal } from './accounts.ts';

/** Set once and never changed. */
type Fixed<T> = ColumnType<T, T, never>;

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
] as const;
export type EntryKind = (typeof EntryKinds)[number];

export interface LedgerTransactionsTable {
  id: GeneratedAlways<number>;
  key: Fixed<string>;
  kind: Fixed<EntryKind>;
  journal: Fixed<Journal>;
  happened_at: Fixed<Date>;
  /** The day in Paris. */
  entry_date: GeneratedAlways<string>;
  payment_id: Fixed<string | null>;
  document: Fixed<string>;
  service: Fixed<string | null>;
  vat_permille: Fixed<number | null>;
  posted_at: ColumnType<Date, never, never>;
}

export interface LedgerPostingsTable {
  transaction_id: Fixed<number>;
  line: Fixed<number>;
  account: Fixed<string>;
  /** Debit positive, credit negative. */
  amount_cents: Fixed<number>;
  currency: Fixed<string>;
  party: Fixed<string | null>;
}

export interface LedgerNumbersTable {
  transaction_id: ColumnType<number, never, never>;
  year: ColumnType<number, never, never>;
  number: ColumnType<number, never, never>;
  validated_at: ColumnType<Date, never, never>;
}

declare module '../db/db.ts' {
  interface Database {
    ledger_transactions: LedgerTransactionsTable;
    ledger_postings: LedgerPostingsTable;
    ledger_numbers: LedgerNumbersTable;
  }
}
