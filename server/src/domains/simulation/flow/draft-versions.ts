import { type DraftVersion, VERSIONS_PAGE } from '#contract/case-flow.ts';
import type { Draft } from '#contract/drafts.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { onCase } from '../relation/enter-case.ts';
import { showDraft } from '../show-draft.ts';

/** The number of newest versions that are listed even without a name or a signature. */
const NEWEST = 3;

/**
 * Returns a page of the versions that a doctor looks for later: the newest versions, and older ones with a name or a
 * signature. The newest comes first. The page has all of them in one answer, because each call is recorded in the
 * patient's log.
 */
export const listDraftVersions = (
  ctx: Context,
  doctor: SignedIn,
  { case_id, before }: { case_id: string; before?: number | undefined },
): Promise<DraftVersion[]> =>
  onCase(ctx, doctor, case_id, 'draft.listed', async (tx) => {
    const all = tx.selectFrom('drafts').select('version').where('case_id', '=', case_id);
    let query = selectVersions(tx, case_id)
      .where(({ or, eb }) =>
        or([
          eb('draft_names.name', 'is not', null),
          eb('signatures.signed_at', 'is not', null),
          eb('drafts.version', 'in', all.orderBy('version', 'desc').limit(NEWEST)),
        ]),
      )
      .orderBy('drafts.version', 'desc')
      .limit(VERSIONS_PAGE);
    if (before) query = query.where('drafts.version', '<', before);
    const rows = await query.execute();
    const names = await namesOf(tx, [...new Set(rows.flatMap((row) => row.saved_by ?? []))]);
    return rows.map(({ version, saved_at, saved_by, name, signed_at }) => ({
      version,
      saved_at: saved_at.toISOString(),
      saved_by_name: names.get(saved_by ?? '') ?? null,
      name,
      is_signed: signed_at !== null,
    }));
  });

const selectVersions = (tx: Tx, caseId: string) =>
  tx
    .selectFrom('drafts')
    .leftJoin('draft_names', (join) =>
      join.onRef('draft_names.case_id', '=', 'drafts.case_id').onRef('draft_names.version', '=', 'drafts.version'),
    )
    .leftJoin('signatures', (join) =>
      join.onRef('signatures.case_id', '=', 'drafts.case_id').onRef('signatures.version', '=', 'drafts.version'),
    )
    .select(['drafts.version', 'drafts.saved_at', 'drafts.saved_by', 'draft_names.name', 'signatures.signed_at'])
    .where('drafts.case_id', '=', caseId);

export const getDraftVersion = (ctx: Context, doctor: SignedIn, caseId: string, version: number): Promise<Draft> =>
  onCase(ctx, doctor, caseId, 'draft.viewed', async (tx, { details }) => {
    details['version'] = version;
    return showDraft(await getVersion(tx, caseId, version));
  });

/** Gives a name to a version of the draft. A new name replaces an earlier name of the version. */
export const nameDraftVersion = (
  ctx: Context,
  doctor: SignedIn,
  { case_id, version, name }: { case_id: string; version: number; name: string },
): Promise<{ version: number; name: string }> =>
  onCase(ctx, doctor, case_id, 'draft.named', async (tx, { details }) => {
    await getVersion(tx, case_id, version);
    details['version'] = version;
    const named = { name, named_by: doctor.userId, named_at: ctx.clock.now() };
    await tx
      .insertInto('draft_names')
      .values({ case_id, version, ...named })
      .onConflict((conflict) => conflict.columns(['case_id', 'version']).doUpdateSet(named))
      .execute();
    return { version, name };
  });

async function getVersion(tx: Tx, caseId: string, version: number) {
  const found = tx.selectFrom('drafts').selectAll().where('case_id', '=', caseId).where('version', '=', version);
  const row = await found.executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
