import type { StudioCase } from '#contract/cases.ts';
import { onlyPoses } from '#contract/photo-kinds.ts';
import { listPhotos, toPhotoEntries } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { listSignaturesOfPatient, listSignedPhotos } from './renderings.queries.ts';

/** The highest number of earlier sets that the studio shows. */
const NEWEST = 3;

/**
 * Returns the photos of a patient's earlier signatures, the newest first. They show how the face looked before. The
 * current set is not included.
 */
export async function showEarlierSets(
  ctx: Context,
  tx: Tx,
  patientId: string,
  present: readonly { id: string }[],
): Promise<StudioCase['earlier_sets']> {
  const known = new Set(present.map(({ id }) => id));
  const sets: StudioCase['earlier_sets'] = [];
  for (const { case_id, version, number, signed_at } of await listSignaturesOfPatient(tx, patientId)) {
    const ids = (await listSignedPhotos(tx, case_id, version)).map(({ photo_id }) => photo_id);
    const fresh = ids.filter((id) => !known.has(id));
    if (fresh.length === 0) continue;
    for (const id of fresh) known.add(id);
    const photos = onlyPoses(await toPhotoEntries(ctx, tx, await listPhotos(tx, fresh)));
    if (photos.length > 0) sets.push({ number, signed_at: signed_at.toISOString(), photos });
    if (sets.length === NEWEST) break;
  }
  return sets;
}
