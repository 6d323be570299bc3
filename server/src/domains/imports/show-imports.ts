import type { Import, ImportOutcome, ImportRow } from '#contract/imports.ts';
import { IMPORT_MOST, ImportOutcomes } from '#contract/imports.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as queries from './imports.queries.ts';

const HOUR_MS = 3_600_000;

interface PageRequest {
  readonly limit: number;
  readonly after?: string | null | undefined;
}

export const listImports = (ctx: Context, admin: SignedIn, { limit, after }: PageRequest) =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const found = await queries.listImports(tx, limit + 1, readCursor(after));
    const { rows, next } = pageOf(found, limit, ({ made_at: at, id }) => ({ at, id }));
    return { rows: await describe(ctx, tx, rows), next };
  });

export const getImport = (ctx: Context, admin: SignedIn, importId: string): Promise<Import> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const file = await queries.findImport(tx, importId);
    if (!file) throw new Refusal('NOT_FOUND');
    return describeOne(ctx, tx, file);
  });

interface Asked {
  readonly import_id: string;
  readonly outcome?: ImportOutcome | null | undefined;
  readonly with_hint: boolean;
  readonly after: number;
  readonly limit: number;
}

export const listRows = (
  ctx: Context,
  admin: SignedIn,
  { import_id, outcome = null, with_hint, after, limit }: Asked,
): Promise<{ rows: ImportRow[]; next: number | null }> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    if (!(await queries.findImport(tx, import_id))) throw new Refusal('NOT_FOUND');
    const rows = await queries.listRows(tx, import_id, { outcome, withHint: with_hint, after, limit });
    const names = await namesOf(
      tx,
      rows.flatMap(({ user_id, like_id }) => [user_id, like_id].filter((id) => id !== null)),
    );
    const personOf = (id: string | null) => (id ? { id, name: names.get(id) ?? '' } : null);
    return {
      rows: rows.map(({ line, email, outcome: became, codes, about_line, user_id, like_id, undo }) => ({
        line,
        email,
        outcome: became,
        codes,
        about_line,
        person: personOf(user_id),
        like: personOf(like_id),
        undo,
      })),
      next: rows.length === limit ? (rows.at(-1)?.line ?? null) : null,
    };
  });

export async function describeOne(ctx: Context, tx: Tx, file: queries.ImportRecord): Promise<Import> {
  const [one] = await describe(ctx, tx, [file]);
  if (!one) throw new Refusal('NOT_FOUND');
  return one;
}

async function describe({ clock }: Context, tx: Tx, files: readonly queries.ImportRecord[]): Promise<Import[]> {
  const tallies = await queries.tallyRows(
    tx,
    files.map(({ id }) => id),
  );
  const names = await namesOf(
    tx,
    files.flatMap(({ made_by }) => made_by ?? []),
  );
  return files.map((file) => {
    const own = tallies.filter(({ import_id }) => import_id === file.id);
    const count = (outcome: ImportOutcome) => own.find((tally) => tally.outcome === outcome)?.rows ?? 0;
    const until = undoUntil(file);
    const { id, name, ground, ground_note, state, expected, handled, photos } = file;
    return {
      id,
      name,
      ground,
      ground_note,
      state,
      expected,
      handled,
      photos,
      counts: Object.fromEntries(ImportOutcomes.map((outcome) => [outcome, count(outcome)])) as Import['counts'],
      hints: own.reduce((sum, { hints }) => sum + hints, 0),
      kept: own.reduce((sum, { kept }) => sum + kept, 0),
      made_by: file.made_by ? { id: file.made_by, name: names.get(file.made_by) ?? '' } : null,
      made_at: file.made_at.toISOString(),
      ran_at: file.ran_at?.toISOString() ?? null,
      undo_until: until && until > clock.now() ? until.toISOString() : null,
      undone_at: file.undone_at?.toISOString() ?? null,
    };
  });
}

/**
 * Returns the time until which an import can be undone. Returns null before the run, and once an undo has started.
 * While a run is unfinished, the period for an undo begins at the start of the run.
 */
export function undoUntil({ state, began_at, ran_at }: queries.ImportRecord): Date | null {
  const since = state === 'done' ? ran_at : state === 'running' ? began_at : null;
  return since ? new Date(since.getTime() + IMPORT_MOST.undo_hours * HOUR_MS) : null;
}
