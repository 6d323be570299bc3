import { type CaseRow, findCase } from '#server/domains/simulation/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Returns a case of the calling patient.
 *
 * @throws NOT_FOUND if the patient has no such case
 */
export async function getOwnCase(tx: Tx, userId: string, caseId: string): Promise<CaseRow> {
  const row = await findCase(tx, caseId);
  if (row?.patient_id !== userId) throw new Refusal('NOT_FOUND');
  return row;
}
