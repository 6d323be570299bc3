import type { Tx } from '#server/platform/db/db.ts';
import * as drafts from './drafts.queries.ts';
import { findLatestSignature } from './renderings.queries.ts';

/**
 * Copies a signed draft to a new version when a doctor starts to work on a signed case again. The signed version never
 * changes and cannot be signed a second time. A doctor who changes nothing signs the new version.
 */
export async function openNextVersion(tx: Tx, caseId: string, doctorId: string, at: Date): Promise<void> {
  const draft = await drafts.findLatest(tx, caseId);
  const signature = await findLatestSignature(tx, caseId);
  if (draft && signature?.version === draft.version)
    await drafts.insert(tx, caseId, draft.version + 1, draft, doctorId, at);
}
