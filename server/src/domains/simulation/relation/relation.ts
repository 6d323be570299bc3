import type { CaseRow } from '../cases.queries.ts';

type Held = Pick<CaseRow, 'status' | 'practitioner_id' | 'assigned_to'>;

/** The doctor who works on the case, signed it, or has it assigned. Null: there is none. */
export const inChargeOf = ({ practitioner_id, assigned_to }: Held): string | null => practitioner_id ?? assigned_to;

/**
 * The relation of a doctor to a case before any opening. While nobody is in charge of an open case, every doctor may
 * look at it. The same rule guards the rows themselves: my_cases() in the migrations.
 */
export function relationTo(doctorId: string, row: Held): 'mine' | 'unassigned' | 'foreign' {
  const inCharge = inChargeOf(row);
  if (inCharge === doctorId) return 'mine';
  const isOpen = row.status === 'received' || row.status === 'in_review';
  return inCharge === null && isOpen ? 'unassigned' : 'foreign';
}
