import { hasConsent, namesOf } from '#server/domains/identity/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from './cases.queries.ts';
import { inChargeOf } from './relation/relation.ts';

/**
 * Returns an open case, and locks it until the transaction ends. A signed case is refused, because it is not open. A
 * case whose patient withdrew the consent is refused with NOT_FOUND.
 */
export async function lockOpenCase(tx: Tx, caseId: string): Promise<cases.CaseRow> {
  const row = (await cases.findForUpdate(tx, caseId)) ?? (await cases.find(tx, caseId));
  if (!row || !(await hasConsent(tx, { userId: row.patient_id }, 'simulation'))) throw new Refusal('NOT_FOUND');
  if (row.status !== 'received' && row.status !== 'in_review') throw new Refusal('CASE_NOT_OPEN');
  return row;
}

/**
 * Throws a refusal if another doctor is in charge. This means that the other doctor works on the case or is assigned to
 * it.
 */
export async function assertNotTaken(tx: Tx, row: cases.CaseRow, practitionerId: string): Promise<void> {
  const other = inChargeOf(row);
  if (!other || other === practitionerId) return;
  throw new Refusal('CASE_TAKEN', { practitioner_name: (await namesOf(tx, [other])).get(other) ?? '' });
}
