import type { ColumnType } from 'kysely';

/** Set once and never changed. */
type Fixed<T> = ColumnType<T, T, never>;

export interface ShareStatementsTable {
  year: Fixed<number>;
  number: Fixed<number>;
  provider_id: Fixed<string>;
  /** YYYY-MM */
  month: Fixed<string>;
  currency: Fixed<string>;
  /** An `Issued` of share-statement.ts. */
  content: ColumnType<unknown, string, never>;
  issued_at: Fixed<Date>;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    share_statements: ShareStatementsTable;
  }
}
