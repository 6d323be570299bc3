import type { InboxRow } from '#contract/appointments-admin.ts';
import { SendMacroDialog } from '../macros/send-macro-dialog.tsx';

interface Props {
  rows: readonly InboxRow[];
  onDone: () => void;
  onClose: () => void;
}

/**
 * Sends a macro to the patients of the entries. Several entries may belong to one appointment, which gets a single
 * message.
 */
export function MacroForEntries({ rows, onDone, onClose }: Props) {
  return <SendMacroDialog appointmentIds={appointmentsOf(rows)} onSent={onDone} onClose={onClose} />;
}

/**
 * Returns the ids of the appointments of the entries. An entry about a difference in the ledger, or about a payment
 * whose appointment was erased, has no appointment.
 */
export const appointmentsOf = (rows: readonly InboxRow[]): string[] => [
  ...new Set(rows.flatMap(({ appointment_id }) => appointment_id ?? [])),
];
