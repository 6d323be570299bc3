import type { Selectable } from 'kysely';
import type { Markings } from '#contract/markings.ts';
import type { Recipes, Style, TreatmentPlan } from '#contract/drafts.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { DraftsTable } from './simulation.table.ts';

export type DraftRow = Selectable<DraftsTable>;

export interface DraftContent {
  readonly style: Style;
  readonly recipes: Recipes;
  readonly plan: TreatmentPlan;
  readonly markings: Markings | null;
}

export const findLatest = (tx: Tx, caseId: string): Promise<DraftRow | undefined> =>
  tx
    .selectFrom('drafts')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export const find = (tx: Tx, caseId: string, version: number): Promise<DraftRow | undefined> =>
  tx.selectFrom('drafts').selectAll().where('case_id', '=', caseId).where('version', '=', version).executeTakeFirst();

export const get = (tx: Tx, caseId: string, version: number): Promise<DraftRow> =>
  tx
    .selectFrom('drafts')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();

export function insert(
  tx: Tx,
  caseId: string,
  version: number,
  content: DraftContent,
  by: string | null,
  at: Date,
): Promise<DraftRow> {
  const recipes = JSON.stringify(content.recipes);
  const plan = JSON.stringify(content.plan);
  const markings = content.markings && JSON.stringify(content.markings);
  const row = { case_id: caseId, version, style: content.style, recipes, plan, markings, saved_by: by, saved_at: at };
  return tx.insertInto('drafts').values(row).returningAll().executeTakeFirstOrThrow();
}
