import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { List } from './use-list.ts';

/**
 * The cursor is the row on which the keys act. It is the row that has the focus, or that last had it. If the address
 * opens an appointment, the cursor moves to the row of this appointment.
 */
export function useCursor({ rows, chosenId, choose }: Pick<List, 'rows' | 'chosenId' | 'choose'>) {
  const [cursor, setCursor] = useState<{ id: string; chosenId: string | null }>();
  const places = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows]);
  const cursorId = cursor?.chosenId === chosenId ? cursor.id : (chosenId ?? cursor?.id);
  const placeOf = (id: string | null | undefined): number => places.get(id ?? '') ?? -1;

  // The address changes a moment later than the key press. Until then, the next key starts from the row that the
  // previous key chose.
  const asked = useRef({ id: cursorId, chosenId });
  useLayoutEffect(() => void (asked.current.id = cursorId), [cursorId]);
  useLayoutEffect(() => void (asked.current.chosenId = chosenId), [chosenId]);

  function move(by: 1 | -1, takesFocus = true) {
    const at = placeOf(asked.current.id);
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (!next) return;
    // A row outside the visible part of the list is not in the document. `flushSync` adds it to the document, so that
    // it can take the focus.
    flushSync(() => put(next.id, asked.current.chosenId && next.id));
    const row = document.querySelector(`tr[data-id="${CSS.escape(next.id)}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    // Enter and Space act on the focused element. If the focus were not moved, they would act on the row that had the
    // cursor before.
    if (takesFocus) focusRow(next.id);
  }

  function put(id: string, chosen = asked.current.chosenId) {
    const isChosen = chosen === asked.current.chosenId;
    asked.current = { id, chosenId: chosen };
    setCursor((before) => (before?.id === id && before.chosenId === chosen ? before : { id, chosenId: chosen }));
    if (!isChosen) choose(chosen);
  }

  function open(id: string | undefined) {
    if (id) put(id, id);
  }

  /** Closes the open appointment and returns the focus to its row. */
  function close() {
    const { chosenId: open } = asked.current;
    if (!open) return;
    focusRow(open);
    asked.current.chosenId = null;
    choose(null);
  }

  return {
    id: cursorId,
    row: rows[placeOf(cursorId)],
    /** Indexes of the rows that always stay in the document. */
    kept: [...new Set([placeOf(cursorId), placeOf(cursor?.id)])].filter((place) => place >= 0),
    move,
    open,
    close,
    focus: (id: string) => put(id),
  };
}

function focusRow(id: string): void {
  const row = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>('button[data-opens]')?.focus({ preventScroll: true });
}

export type Cursor = ReturnType<typeof useCursor>;
