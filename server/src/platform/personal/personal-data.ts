import type { Context } from '../context.ts';
import type { Tx } from '../db/db.ts';

/**
 * The reason why rows outlive the erasure of a person. `record`: the law requires a doctor to keep the basis of a signed plan.
 * `books`: accounting law. `log`: who opened which data, kept for twelve months. `marker`: that a key was destroyed.
 * `record` holds only while the person has a signed plan.
 */
export type Keep = 'record' | 'books' | 'log' | 'marker';

/**
 * A table's purpose, the owner of its rows, and how long they are kept. Export, erasure and docs/data-map.md read it here. Names of tables and columns are
 * ours, never a request's.
 */
export interface DescribedTable {
  /** The purpose of the table, in words that people who ask about their data understand. */
  readonly why: string;
  /**
   * Names the owner of a row: a column with the person's id (`user_id`), or one that names a row of another personal
   * table (`case_id>cases`, `x>t.key`). Without it, the table belongs to no person.
   */
  readonly of?: string;
  /** Columns that no export shows: keys, hashes, data of other people. `all`: no column of the table is exported. */
  readonly hidden?: 'all' | readonly string[];
  /** A condition on `t`. Rows that do not meet it are not (yet) shown to the person. */
  readonly shown?: string;
  /** Column with the id of a stored photo. The export includes its file. */
  readonly picture?: string;
  /** The reason why rows outlive the erasure of their person. */
  readonly kept?: Keep;
  /** How long a row stays, if neither the account nor `kept` decides that. */
  readonly stays?: string;
  /** Columns by which a row names another person. They are emptied when that person leaves. */
  readonly mentions?: readonly string[];
  /** The purpose of each column. Columns with the same meaning in every table are described in tools/data-map/common-columns.ts. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A table with rows about a person. */
export type PersonalTable = DescribedTable & { readonly of: string };

/** A person who leaves. */
export interface Leaver {
  readonly userId: string;
  readonly email: string;
  /**
   * Data that the law requires us to keep: the ids of photos behind a signed plan. Null: there is no such plan, and
   * nothing of the account stays.
   */
  readonly record: { readonly photoIds: readonly string[] } | null;
}

/** A file of a person's export. */
export interface ExportFile {
  readonly name: string;
  readonly text: string;
}

/** The tables of a domain, which it gives to `ctx.personal` when it registers. Tests find tables and columns without a description. */
export interface PersonalData {
  readonly tables: Readonly<Record<string, DescribedTable>>;
  /**
   * Files of an export that are not tables, from the same snapshot of the database. `pictures` are ids of photos that
   * the export has as `photos/<id>.jpg`.
   */
  files?(ctx: Context, tx: Tx, userId: string, pictures: ReadonlySet<string>): Promise<readonly ExportFile[]>;
  /** The photos of a record that must be kept, or null. */
  findRecord?(ctx: Context, tx: Tx, userId: string): Promise<readonly string[] | null>;
  /** Runs before the rows are deleted, in the same transaction of the service itself. Idempotent. */
  erase?(ctx: Context, tx: Tx, leaver: Leaver): Promise<void>;
}
