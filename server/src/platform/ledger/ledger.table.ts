import type { EntryKind } from '#contract/ledger.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Journal } from './accounts.ts';

/** A column that is set once and never changed. */
type Fixed<T> = ColumnType<T, T, never>;

export interface LedgerTransactionsTable {
  id: GeneratedAlways<number>;
  key: Fixed<string>;
  kind: Fixed<EntryKind>;
  journal: Fixed<Journal>;
  happened_at: Fixed<Date>;
  /** The date of `happened_at` in Paris. If its year is closed, the first day of the first open year. */
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
  /** In minor units. A debit is positive, a credit is negative. */
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

export interface ProviderMovesTable {
  id: Fixed<string>;
  kind: Fixed<'payment' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other'>;
  at: Fixed<Date>;
  payment_id: Fixed<string | null>;
  source_id: Fixed<string | null>;
  amount_cents: Fixed<number>;
  currency: Fixed<string>;
  settled_cents: Fixed<number>;
  settled_currency: Fixed<string>;
  fee_cents: Fixed<number>;
}

export interface LedgerReconciliationsTable {
  id: GeneratedAlways<number>;
  at: Fixed<Date>;
  moves_from: Fixed<Date>;
  moves_until: Fixed<Date>;
  moves_count: Fixed<number>;
  differs_count: Fixed<number>;
}

export interface LedgerDifferencesTable {
  id: Fixed<string>;
  subject: Fixed<string>;
  aspect: Fixed<'payment' | 'refund' | 'dispute' | 'other'>;
  currency: Fixed<string>;
  ledger_cents: number;
  provider_cents: number;
  found_at: Fixed<Date>;
  settled_at: Date | null;
}

/** Balance of an account from years whose entries were deleted. */
export interface LedgerCarriedTable {
  account: Fixed<string>;
  /** The practitioner. Empty if the account is not subdivided by practitioner. */
  party: Fixed<string>;
  currency: Fixed<string>;
  amount_cents: number;
  euro_cents: number;
  carried_at: Date;
}

declare module '../db/db.ts' {
  interface Database {
    ledger_transactions: LedgerTransactionsTable;
    ledger_postings: LedgerPostingsTable;
    ledger_numbers: LedgerNumbersTable;
    ledger_carried: LedgerCarriedTable;
    provider_moves: ProviderMovesTable;
    ledger_reconciliations: LedgerReconciliationsTable;
    ledger_differences: LedgerDifferencesTable;
  }
}
