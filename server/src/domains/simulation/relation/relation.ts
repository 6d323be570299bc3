import type { CaseRow } from '../cases.queries.ts';

type Held = Pick<CaseRow, 'status' | 'practitioner_id' | 'assigned_to'>;

/**
 * Returns the doctor in charge: the doctor who works on the case, signed it, or is assigned to it. Returns null if
 * there is none.
 */
export const inChargeOf = ({ practitioner_id, assigned_to }: Held): string | null => practitioner_id ?? assigned_to;

/**
 * Returns the relation of a doctor to a case, regardless of any emergency access (with a stated reason). If an open
 * case has no doctor in charge, every doctor may see it. The database function my_cases() in the migrations applies the
 * same rule to the rows.
 */
export function relationTo(doctorId: string, row: Held): 'mine' | 'unassigned' | 'foreign' {
  const inCharge = inChargeOf(row);
  if (inCharge === doctorId) return 'mine';
  const isOpen = row.status === 'received' || row.status === 'in_review';
  return inCharge === null && isOpen ? 'unassigned' : 'foreign';
}
