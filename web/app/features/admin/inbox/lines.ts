import type { InboxKind, InboxRow } from '#contract/appointments-admin.ts';

/** Entries of one kind about one person, newest first. */
export interface Group {
  readonly key: string;
  readonly rows: readonly [InboxRow, InboxRow, ...InboxRow[]];
}

/** A line of the table: an entry, or several under one line. */
export type Line =
  | { readonly kind: 'entry'; readonly key: string; readonly row: InboxRow; readonly isInGroup: boolean }
  | { readonly kind: 'group'; readonly key: string; readonly group: Group; readonly isOpen: boolean };

/**
 * Entries of the same kind about the same person stand together where the first of them stood. Those of open groups follow their line. What has a deadline
 * stands for itself, so that it is in sight.
 */
export function linesOf(rows: readonly InboxRow[], open: ReadonlySet<string>): Line[] {
  const groups = new Map<string, InboxRow[]>();
  for (const row of rows) {
    const key = row.due_at ? row.inbox_id : `${row.kind}:${row.patient_id}`;
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

/** Handling such an entry answers nobody and decides nothing: somebody still has to. */
const open = new Set<InboxKind>([
  'question',
  'reschedule',
  'cancel',
  'payment_mismatch',
  'payment_disputed',
  'refund_failed',
  'refund_undecided',
]);
export const needsDecision = ({ kind }: InboxRow): boolean => open.has(kind);

/** For each kind, in the order of the rows, those of it. */
export function byKind(rows: readonly InboxRow[]): [InboxKind, InboxRow[]][] {
  const kinds = new Map<InboxKind, InboxRow[]>();
  for (const row of rows) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row]);
  return [...kinds];
}
