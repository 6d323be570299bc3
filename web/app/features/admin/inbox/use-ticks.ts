import { useState } from 'react';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { type Line, rowsOf } from './lines.ts';

/**
 * The ticked entries that are still listed. A click on a line whose entries are all ticked unticks them. A click on any
 * other line ticks all of its entries.
 */
export function useTicks(rows: readonly InboxRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ticked: rows.filter(({ inbox_id }) => ids.has(inbox_id)),
    tick(line: Line) {
      const ofLine = rowsOf(line).map(({ inbox_id }) => inbox_id);
      setIds((before) => withSome(before, ofLine, !ofLine.every((id) => before.has(id))));
    },
    clear: () => setIds(new Set()),
  };
}

export function withSome(before: ReadonlySet<string>, some: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(before);
  for (const one of some) {
    if (on) next.add(one);
    else next.delete(one);
  }
  return next;
}
