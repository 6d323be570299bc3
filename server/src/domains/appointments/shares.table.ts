import type { ColumnType } from 'kysely';

/** A column that is set once and never changed. */
type Fixed<T> = ColumnType<T, T, never>;

export interface ShareStatementsTable {
  year: Fixed<number>;
  number: Fixed<number>;
  provider_id: Fixed<string>;
  /** A month as YYYY-MM. */
  month: Fixed<string>;
  currency: Fixed<string>;
  /** The JSON of an `Issued` in `share-statement.ts`. */
  content: ColumnType<unknown, string, never>;
  issued_at: Fixed<Date>;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    share_statements: ShareStatementsTable;
  }
}
