import { type CaseRow, findCase } from '#server/domains/simulation/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** A case of the calling patient. */
export async function getOwnCase(tx: Tx, userId: string, caseId: string): Promise<CaseRow> {
  const row = await findCase(tx, caseId);
  if (row?.patient_id !== userId) throw new Refusal('NOT_FOUND');
  return row;
}
