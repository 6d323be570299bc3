import type { Context } from '../context.ts';
import type { Tx } from '../db/db.ts';

/**
 * The reason why rows stay after the erasure of a person.
 * - `record`: the law requires us to keep the medical record. This reason applies only while the person has a record
 * that must be kept (`findRecord`).
 * - `books`: accounting law requires the rows.
 * - `log`: the record of who opened which data stays for twelve months.
 * - `marker`: the row shows that a key was destroyed.
 */
export type Keep = 'record' | 'books' | 'log' | 'marker';

/**
 * Describes a table: its purpose, the owner of its rows, and how long the rows stay. Export, erasure and
 * docs/data-map.md use it. Names of tables and columns come from our code, never from a request.
 */
export interface DescribedTable {
  /** The purpose of the table, in words for people who want to know about their data. */
  readonly why: string;
  /**
   * The column that leads to the owner of a row: either the person's id (`user_id`), or a reference to a row of another
   * personal table (`case_id>cases`, `x>t.key`). Without it, the rows belong to no person.
   */
  readonly of?: string;
  /**
   * Columns that no export contains: keys, hashes, data of other people. With `all`, no column of the table is
   * exported.
   */
  readonly hidden?: 'all' | readonly string[];
  /** An SQL condition on the table alias `t`. Only rows that meet it are exported. */
  readonly shown?: string;
  /** Column with the id of a stored photo. The export includes its file. */
  readonly picture?: string;
  /** The reason why rows stay after the person is erased. */
  readonly kept?: Keep;
  /** How long a row stays. Set only if this time depends neither on the account nor on `kept`. */
  readonly stays?: string;
  /** Columns by which a row names another person. They are set to null when that person is erased. */
  readonly mentions?: readonly string[];
  /**
   * The purpose of each column. Columns with the same meaning in every table are described in
   * tools/data-map/common-columns.ts.
   */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A table with rows about a person. */
export type PersonalTable = DescribedTable & { readonly of: string };

/** A person whose account is being erased. */
export interface Leaver {
  readonly userId: string;
  readonly email: string;
  /**
   * The medical record that the law requires us to keep, with the ids of its images. Null if there is no such record.
   * In this case, the row of the account and all images are deleted.
   */
  readonly record: { readonly photoIds: readonly string[] } | null;
}

/** A file of a person's export. */
export interface ExportFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The personal data of a domain, table by table. The domain passes it to `ctx.personal` when it registers. Tests fail
 * for a table or column without a description.
 */
export interface PersonalData {
  readonly tables: Readonly<Record<string, DescribedTable>>;
  /**
   * Returns files of an export that do not come from a single table. The files are read in the same database snapshot
   * as the tables. `pictures` are the ids of photos that the export contains as `photos/<id>.jpg`.
   */
  files?(ctx: Context, tx: Tx, userId: string, pictures: ReadonlySet<string>): Promise<readonly ExportFile[]>;
  /**
   * Returns the ids of the images in the medical record that the law requires us to keep. Returns null if this domain
   * has no such record of the person.
   */
  findRecord?(ctx: Context, tx: Tx, userId: string): Promise<readonly string[] | null>;
  /**
   * Erases further data of the person. It runs before the rows are deleted, in the same transaction and with the rights
   * of the service itself. It must be idempotent.
   */
  erase?(ctx: Context, tx: Tx, leaver: Leaver): Promise<void>;
}
