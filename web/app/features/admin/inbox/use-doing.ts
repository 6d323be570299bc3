import { useState } from 'react';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { InboxView } from './inbox-tools.tsx';
import { type Line, rowsOf } from './lines.ts';
import { appointmentsOf } from './macro-for-entries.tsx';
import { useSnooze } from './use-snooze.ts';

export type Doing = 'handle' | 'snooze' | 'assign' | 'macro';

/**
 * The action in progress and its entries. Snoozing first asks for the time. In the view of snoozed entries, the same
 * action ends the snooze at once.
 */
export function useDoing(view: InboxView, ticked: readonly InboxRow[], onDone: () => void) {
  const [doing, setDoing] = useState<{ what: Doing; rows: readonly InboxRow[] }>();
  const { mutate: wake } = useSnooze(onDone);
  const start = (what: Doing, rows: readonly InboxRow[]) => {
    if (what === 'snooze' && view === 'snoozed') wake({ inbox_ids: rows.map(({ inbox_id }) => inbox_id), until: null });
    else setDoing({ what, rows });
  };
  return {
    doing,
    start,
    /**
     * Returns the handler for the keyboard shortcut of an action. The handler starts the action for the ticked entries.
     * If no entry is ticked, it starts the action for the line under the cursor.
     */
    startOn: (what: Doing) => (line: Line | undefined) => {
      const rows = ticked.length > 0 ? ticked : line ? rowsOf(line) : [];
      if (what === 'macro' && appointmentsOf(rows).length === 0) return;
      if (view !== 'handled' && rows.length > 0 && rows.length <= AppointmentLimits.bulk) start(what, rows);
    },
    close: () => setDoing(undefined),
  };
}
