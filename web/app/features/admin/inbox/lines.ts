import { type InboxKind, InboxKinds, type InboxRow } from '#contract/appointments-admin.ts';

/** Entries of one kind about one person, in the order of the list. */
export interface Group {
  readonly key: string;
  readonly rows: readonly [InboxRow, InboxRow, ...InboxRow[]];
}

/** A line of the table: a single entry, or a group of several. */
export type Line =
  | { readonly kind: 'entry'; readonly key: string; readonly row: InboxRow; readonly isInGroup: boolean }
  | { readonly kind: 'group'; readonly key: string; readonly group: Group; readonly isOpen: boolean };

/**
 * Groups entries of one kind about one person. A group has the position of its first entry. The entries of an open
 * group follow its line. An entry about a dispute or without a person is never grouped, so that it is always visible.
 */
export function linesOf(rows: readonly InboxRow[], open: ReadonlySet<string>): Line[] {
  const groups = new Map<string, InboxRow[]>();
  for (const row of rows) {
    const key = row.dispute_id || !row.patient_id ? row.inbox_id : `${row.kind}:${row.patient_id}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].flatMap(([key, [first, second, ...rest]]): Line[] => {
    if (!first) return [];
    if (!second) return [entryOf(first, false)];
    const all = [first, second, ...rest] as const;
    const isOpen = open.has(key);
    return [
      { kind: 'group', key, group: { key, rows: all }, isOpen },
      ...(isOpen ? all.map((row) => entryOf(row, true)) : []),
    ];
  });
}

const entryOf = (row: InboxRow, isInGroup: boolean): Line => ({ kind: 'entry', key: row.inbox_id, row, isInGroup });

export const rowsOf = (line: Line): readonly InboxRow[] => (line.kind === 'entry' ? [line.row] : line.group.rows);

/** Returns the id of the appointment that a line opens, or null if its entry belongs to no appointment. */
export const appointmentOf = (line: Line): string | null => rowsOf(line)[0]?.appointment_id ?? null;

/**
 * Returns the kind whose translations are used for an entry. If a newer release of the service sends a kind that this
 * page does not know, the entry uses the translations of 'other'.
 */
export const nameOfKind = (kind: InboxKind): InboxKind | 'other' =>
  InboxKinds.find((known) => known === kind) ?? 'other';

/** The kinds of entries that need a decision or a reply. Marking such an entry as handled does not settle it. */
const open = new Set<InboxKind>([
  'question',
  'reschedule',
  'cancel',
  'payment_mismatch',
  'payment_disputed',
  'refund_failed',
  'refund_undecided',
  'balance_differs',
  'alternatives_over',
  'practitioner_unable',
]);
export const needsDecision = ({ kind }: InboxRow): boolean => open.has(kind);

/** Groups rows by kind, in the order in which the kinds first appear. */
export function byKind(rows: readonly InboxRow[]): [InboxKind, InboxRow[]][] {
  const kinds = new Map<InboxKind, InboxRow[]>();
  for (const row of rows) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row]);
  return [...kinds];
}
