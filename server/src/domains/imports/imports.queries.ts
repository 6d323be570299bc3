import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ImportCells, ImportOutcome } from '#contract/imports.ts';
import type { Cursor } from '#server/platform/db/cursor.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ImportedTreatmentsTable, ImportRowsTable, ImportsTable } from './imports.table.ts';
import type { Judged } from './judge-row.ts';

export type ImportRecord = Selectable<ImportsTable>;
export type RowRecord = Selectable<ImportRowsTable>;
export interface FileRow {
  readonly line: number;
  readonly email: string;
  readonly cells: ImportCells;
}

export const insertImport = (tx: Tx, row: Insertable<ImportsTable>): Promise<unknown> =>
  tx
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

export const findImport = (tx: Tx, id: string): Promise<ImportRecord | undefined> =>
  tx.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns an import and locks it, so that changes by two clicks, or by a job and a click, run one after the other. */
export const lockImport = (tx: Tx, id: string): Promise<ImportRecord | undefined> =>
  tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Returns a page of imports, the newest first. */
export function listImports(tx: Tx, limit: number, after: Cursor | null): Promise<ImportRecord[]> {
  const rows = tx.selectFrom('imports').selectAll().orderBy('made_at', 'desc').orderBy('id', 'desc').limit(limit);
  return (after ? rows.where(sql<boolean>`(made_at, id) < (${after.at}, ${after.id}::uuid)`) : rows).execute();
}

export const updateImport = (tx: Tx, id: string, change: Updateable<ImportsTable>): Promise<unknown> =>
  tx.updateTable('imports').set(change).where('id', '=', id).execute();

export const deleteImport = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('imports').where('id', '=', id).execute();

/** Inserts rows of a file. A line that is already stored is not changed. */
export const insertRows = (tx: Tx, importId: string, rows: readonly FileRow[]): Promise<unknown> =>
  tx
    .insertInto('import_rows')
    .values(
      rows.map(({ line, email, cells }) => ({
        import_id: importId,
        line,
        email,
        cells: JSON.stringify(cells),
        outcome: null,
        about_line: null,
        user_id: null,
        like_id: null,
        undo: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['import_id', 'line']).doNothing())
    .execute();

export async function countRows(tx: Tx, importId: string): Promise<number> {
  const row = await tx
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export interface Tally {
  readonly import_id: string;
  readonly outcome: ImportOutcome;
  readonly rows: number;
  readonly hints: number;
  readonly kept: number;
}

export const tallyRows = async (tx: Tx, ids: readonly string[]): Promise<Tally[]> =>
  ids.length === 0
    ? []
    : (
        await sql<Tally>`
          select import_id, outcome, count(*)::int as rows,
            count(*) filter (where outcome <> 'refused' and codes <> '{}')::int as hints, count(*) filter (where undo = 'kept')::int as kept
          from import_rows where import_id = any(${[...ids]}::uuid[]) and outcome is not null group by 1, 2`.execute(tx)
      ).rows;

interface Page {
  readonly outcome: ImportOutcome | null;
  readonly withHint: boolean;
  readonly after: number;
  readonly limit: number;
}

export function listRows(tx: Tx, importId: string, { outcome, withHint, after, limit }: Page): Promise<RowRecord[]> {
  let rows = tx.selectFrom('import_rows').selectAll().where('import_id', '=', importId).where('line', '>', after);
  if (outcome) rows = rows.where('outcome', '=', outcome);
  if (withHint) rows = rows.where('outcome', '<>', 'refused').where(sql<boolean>`codes <> '{}'`);
  return rows.orderBy('line').limit(limit).execute();
}

/** Lists the next rows of a step. The first `handled` rows are skipped, because earlier batches handled them. */
export const nextRows = (tx: Tx, importId: string, handled: number, limit: number): Promise<RowRecord[]> =>
  tx
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('line')
    .offset(handled)
    .limit(limit)
    .execute();

/** Lists the rows above the line `before` that have one of these emails and create a patient or add records. */
export const listMaking = (tx: Tx, importId: string, before: number, emails: readonly string[]): Promise<RowRecord[]> =>
  tx
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('line', '<', before)
    .where('email', 'in', [...emails])
    .where('outcome', 'in', ['new', 'add'])
    .orderBy('line')
    .execute();

/**
 * Lists the given patient numbers that are already in use at the clinic. Each number is returned with the person or the
 * earlier line of the file that uses it.
 */
export async function listReferences(
  tx: Tx,
  importId: string,
  before: number,
  references: readonly string[],
): Promise<{ reference: string; user_id: string | null; line: number | null }[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<{ reference: string; user_id: string | null; line: number | null }>`
    select reference, user_id, null::int as line from imported_patients
    where reference = any(${[...references]}::text[]) and import_id is distinct from ${importId}
    union all
    select btrim(cells ->> 'reference'), null, line from import_rows
    where import_id = ${importId} and line < ${before} and outcome = 'new' and btrim(cells ->> 'reference') = any(${[...references]}::text[])`.execute(
    tx,
  );
  return rows;
}

/**
 * Lists the people of this import who match an email or a patient number of the clinic. An email matches people whose
 * account the import created or matched to a row. A patient number matches only people whom the import created.
 */
export async function listPeopleOf(tx: Tx, importId: string, emailOrReference: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from imported_patients where import_id = ${importId} and reference = ${emailOrReference}
    union
    select user_id from import_rows
    where import_id = ${importId} and email = ${emailOrReference.toLowerCase()} and outcome in ('new', 'add', 'duplicate') and user_id is not null`.execute(
    tx,
  );
  return rows.map(({ user_id }) => user_id);
}

export const listVisits = async (
  tx: Tx,
  userIds: readonly string[],
): Promise<
  Pick<Selectable<ImportedTreatmentsTable>, 'user_id' | 'treated_on' | 'words' | 'area' | 'product' | 'lot'>[]
> =>
  userIds.length === 0
    ? []
    : tx
        .selectFrom('imported_treatments')
        .select(['user_id', 'treated_on', 'words', 'area', 'product', 'lot'])
        .where('user_id', 'in', [...userIds])
        .execute();

/** Stores the outcomes of all rows of a batch in one statement. */
export const updateJudged = (
  tx: Tx,
  importId: string,
  judged: readonly (Judged & { readonly line: number })[],
): Promise<unknown> =>
  sql`update import_rows r set outcome = j.outcome, codes = j.codes, about_line = j.about_line, user_id = j.user_id, like_id = j.like_id
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as j
      (line int, outcome text, codes text[], about_line int, user_id uuid, like_id uuid)
    where r.import_id = ${importId} and r.line = j.line`.execute(tx);

/** Deletes the cells of the file's rows. */
export const emptyCells = (tx: Tx, importId: string): Promise<unknown> =>
  tx.updateTable('import_rows').set({ cells: null }).where('import_id', '=', importId).execute();
