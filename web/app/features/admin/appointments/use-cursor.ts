import { useState } from 'react';
import type { List } from './use-list.ts';

/** The row that the keys act on: the open one, or the last that the cursor was on. */
export function useCursor({ rows, chosenId, choose }: List) {
  const [cursor, setCursor] = useState<string>();
  const cursorId = chosenId ?? cursor;

  function move(by: 1 | -1) {
    const at = rows.findIndex(({ id }) => id === cursorId);
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (!next) return;
    setCursor(next.id);
    if (chosenId) choose(next.id);
    document.querySelector(`tr[data-id="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  function open(id: string | undefined) {
    if (!id) return;
    setCursor(id);
    choose(id);
  }

  return { cursorId, row: rows.find(({ id }) => id === cursorId), move, open };
}
