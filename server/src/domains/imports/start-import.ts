import type { Import, ImportCells } from '#contract/imports.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as queries from './imports.queries.ts';
import type { ImportsTable } from './imports.table.ts';
import { emailOf } from './judge-row.ts';
import { describeOne, undoUntil } from './show-imports.ts';

type State = ImportsTable['state'];

interface NewImport
  extends Pick<ImportsTable, 'name' | 'ground' | 'ground_note' | 'date_order' | 'country' | 'language' | 'expected'> {
  readonly import_id: string;
}

/**
 * Starts an import. Repeating the call returns the same import. If another administrator has used the id, the call is
 * refused with the same code as a call with an unknown id.
 */
export const startImport = (ctx: Context, admin: SignedIn, { import_id, ...input }: NewImport): Promise<Import> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const made = { made_by: admin.userId, made_at: ctx.clock.now() };
    await queries.insertImport(tx, {
      id: import_id,
      ...input,
      ...made,
      state: 'receiving',
      began_at: null,
      ran_at: null,
      undone_by: null,
      undone_at: null,
    });
    const file = await queries.findImport(tx, import_id);
    if (file?.made_by !== admin.userId) throw new Refusal('NOT_FOUND');
    return describeOne(ctx, tx, file);
  });

/**
 * Adds rows of the file.
 *
 * @throws Refusal IMPORT_NOT_READY if the file was already checked, or would have more rows than announced
 */
export const addRows = (
  ctx: Context,
  admin: SignedIn,
  importId: string,
  rows: readonly { readonly line: number; readonly cells: ImportCells }[],
): Promise<{ received: number }> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const file = await inState(tx, importId, ['receiving']);
    await queries.insertRows(
      tx,
      importId,
      rows.map(({ line, cells }) => ({ line, cells, email: emailOf(cells) })),
    );
    const received = await queries.countRows(tx, importId);
    if (received > file.expected) throw new Refusal('IMPORT_NOT_READY');
    return { received };
  });

/** Queues the dry run. It may be repeated until the import itself is started. */
export const askToCheck = (ctx: Context, admin: SignedIn, importId: string): Promise<Import> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const file = await inState(tx, importId, ['receiving', 'checked']);
    if ((await queries.countRows(tx, importId)) !== file.expected) throw new Refusal('IMPORT_NOT_READY');
    return begin(ctx, tx, importId, 'checking', 'imports.check');
  });

/** Queues the import itself. @throws Refusal IMPORT_NOT_READY without a dry run */
export const askToRun = (ctx: Context, admin: SignedIn, importId: string): Promise<Import> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    await inState(tx, importId, ['checked']);
    await queries.updateImport(tx, importId, { began_at: ctx.clock.now() });
    return begin(ctx, tx, importId, 'running', 'imports.run');
  });

/** Deletes an import whose run has not started. Such an import has not created any records. */
export const dropImport = (ctx: Context, admin: SignedIn, importId: string): Promise<{ dropped: boolean }> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    await inState(tx, importId, ['receiving', 'checking', 'checked']);
    await queries.deleteImport(tx, importId);
    return { dropped: true };
  });

/**
 * Queues the undo of an import. If a run is unfinished or its job failed, only the rows that the run has handled are
 * undone. The next batch of the run finds the new state and stops. If the job that undoes the import failed, the undo
 * can be started again.
 *
 * @throws Refusal IMPORT_NOT_UNDOABLE before the run, more than a day after it, or after an undo
 */
export const askToUndo = (ctx: Context, admin: SignedIn, importId: string): Promise<Import> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const file = await queries.lockImport(tx, importId);
    if (!file) throw new Refusal('NOT_FOUND');
    const until = undoUntil(file);
    const isBegun = file.state === 'undoing';
    if (!isBegun && (!until || until <= ctx.clock.now())) throw new Refusal('IMPORT_NOT_UNDOABLE');
    await queries.updateImport(tx, importId, { undone_by: admin.userId });
    return begin(ctx, tx, importId, 'undoing', 'imports.undo');
  });

async function begin(ctx: Context, tx: Tx, importId: string, state: State, job: string): Promise<Import> {
  await queries.updateImport(tx, importId, { state, handled: 0 });
  await ctx.jobs.send(tx, job, { import_id: importId });
  const file = await queries.findImport(tx, importId);
  if (!file) throw new Refusal('NOT_FOUND');
  return describeOne(ctx, tx, file);
}

async function inState(tx: Tx, importId: string, states: readonly State[]): Promise<queries.ImportRecord> {
  const file = await queries.lockImport(tx, importId);
  if (!file) throw new Refusal('NOT_FOUND');
  if (!states.includes(file.state)) throw new Refusal('IMPORT_NOT_READY');
  return file;
}
