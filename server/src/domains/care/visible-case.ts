import { hasConsent } from '#server/domains/identity/index.ts';
import { type CaseRow, findCase } from '#server/domains/simulation/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** For staff: a case whose patient agrees to it. */
export async function getVisibleCase(tx: Tx, caseId: string): Promise<CaseRow> {
  const row = await findCase(tx, caseId);
  if (!row || !(await hasConsent(tx, { userId: row.patient_id }, 'simulation'))) throw new Refusal('NOT_FOUND');
  return row;
}

/** For a patient: one of their own. */
export async function getOwnCase(tx: Tx, userId: string, caseId: string): Promise<CaseRow> {
  const row = await findCase(tx, caseId);
  if (row?.patient_id !== userId) throw new Refusal('NOT_FOUND');
  return row;
}
