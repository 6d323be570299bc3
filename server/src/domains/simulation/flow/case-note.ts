import type { StudioCase } from '#contract/cases.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { onCase } from '../relation/enter-case.ts';

type Note = StudioCase['note'];

/** Returns the note of a case. If the case has no note yet, the text is empty and the version is 0. */
export async function showNote(tx: Tx, caseId: string): Promise<Note> {
  const row = await tx.selectFrom('case_notes').selectAll().where('case_id', '=', caseId).executeTakeFirst();
  return { version: row?.version ?? 0, body: row?.body ?? '', saved_at: row?.saved_at.toISOString() ?? null };
}

/**
 * Saves the note of a case. Several doctors may write it. If a newer text exists, the save is refused, so that no text
 * is lost. The refusal contains the newer text.
 */
export const saveCaseNote = (
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  { base_version, body }: { base_version: number; body: string },
): Promise<Note> =>
  onCase(ctx, doctor, caseId, 'note.saved', async (tx, { details }) => {
    const note = { version: base_version + 1, body, saved_by: doctor.userId, saved_at: ctx.clock.now() };
    const saved =
      base_version === 0
        ? await tx
            .insertInto('case_notes')
            .values({ case_id: caseId, ...note })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        : await tx
            .updateTable('case_notes')
            .set(note)
            .where('case_id', '=', caseId)
            .where('version', '=', base_version)
            .executeTakeFirst();
    const isSaved = 'numUpdatedRows' in saved ? saved.numUpdatedRows > 0n : (saved.numInsertedOrUpdatedRows ?? 0n) > 0n;
    const now = await showNote(tx, caseId);
    if (!isSaved && now.body !== body) throw new Refusal('NOTE_OUTDATED', { version: now.version, body: now.body });
    details['version'] = now.version;
    return now;
  });
