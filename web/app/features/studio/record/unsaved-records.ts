import { whoIsHere } from '#web/lib/query.ts';
import type { RecordDraft } from './draft.ts';

/**
 * The unsaved records. The key is the id of the case or of the corrected record. The records contain health data, so
 * they are stored only in memory.
 */
const kept = new Map<string, RecordDraft>();
let owner: string | undefined;

/**
 * Returns the unsaved records of the signed-in doctor. After a session ends, another doctor can sign in without a page
 * reload. The function therefore first deletes the records of the previous doctor. If the same doctor signs in again,
 * the records are still here.
 */
export function unsavedRecords(): Map<string, RecordDraft> {
  const here = whoIsHere();
  if (here && here !== owner) {
    kept.clear();
    owner = here;
  }
  return kept;
}
