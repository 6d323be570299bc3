import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { Table } from '#web/ui/table.tsx';
import { Screen, States } from '../screen.tsx';
import screen from '../screen.module.css';
import { HandleDialog } from './handle-dialog.tsx';
import { InboxBulkBar } from './inbox-bulk-bar.tsx';
import { EntryLine, GroupLine } from './inbox-lines.tsx';
import styles from './inbox.module.css';
import { type Line, linesOf, rowsOf } from './lines.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

const columns = ['what', 'user', 'treatment', 'places', 'age', 'actions'] as const;

/** Entries that wait for the team, those with a deadline first, then newest first, updated live. J and K move, Enter opens, E handles, X selects. */
export function InboxScreen() {
  const { t } = useTranslation(['admin', 'appointments', 'ui']);
  const [is_handled, setIsHandled] = useState(false);
  const query = useInfiniteQuery(
    api.appointmentsAdmin.adminInboxList.infiniteOptions({
      input: (after: string | null) => ({ is_handled, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  // What is done with is a record: each entry stands for itself.
  const lines = is_handled
    ? rows.map((row): Line => ({ kind: 'entry', key: row.inbox_id, row, isInGroup: false }))
    : linesOf(rows, open);
  const { ticked, tick, clear } = useTicks(rows);
  const [handled, setHandled] = useState<readonly InboxRow[]>();
  const [helps, setHelps] = useState(false);
  const keys = useInboxKeys({ lines, onTick: is_handled ? () => {} : tick, onHelp: () => setHelps(true) });
  const waiting = query.data?.pages[0]?.waiting;
  const toggle = (key: string) => setOpen((before) => withSome(before, [key], !before.has(key)));

  return (
    <Screen
      title={t('place.inbox')}
      lead={waiting !== undefined && t('inbox.lead', { count: waiting })}
      tools={
        <SegmentedControl
          label={t('inbox.filter')}
          size="s"
          value={is_handled ? 'handled' : 'waiting'}
          options={[
            { value: 'waiting', label: t('inbox.waiting') },
            { value: 'handled', label: t('inbox.handled') },
          ]}
          onChange={(next) => {
            setIsHandled(next === 'handled');
            clear();
          }}
        />
      }
      foot={
        lines.length > 0 && <ShortcutFoot className="only-large" shortcuts={keys.hints} onHelp={() => setHelps(true)} />
      }
    >
      <InboxBulkBar rows={ticked} onHandle={() => setHandled(ticked)} onClear={clear} />
      <States
        query={query}
        isEmpty={() => rows.length === 0}
        empty={{ title: t('inbox.empty'), text: t('inbox.empty.text') }}
      >
        {() => (
          <Table caption={t('place.inbox')} className={`${screen.table} ${styles.table}`}>
            <Head rows={is_handled ? [] : rows} ticked={ticked} onTick={tick} onClear={clear} />
            <tbody>
              {lines.map((line) => (
                <InboxLine
                  key={line.key}
                  line={line}
                  isCursor={line.key === keys.cursorKey}
                  onFocus={() => keys.focus(line.key)}
                  ticked={is_handled ? undefined : rowsOf(line).filter((row) => ticked.includes(row)).length}
                  onTick={() => tick(line)}
                  onToggle={() => toggle(line.key)}
                  onHandle={() => setHandled(rowsOf(line))}
                />
              ))}
            </tbody>
          </Table>
        )}
      </States>
      <LoadMore query={query}>{t('more')}</LoadMore>
      {handled && <HandleDialog rows={handled} onDone={clear} onClose={() => setHandled(undefined)} />}
      {helps && <ShortcutDialog shortcuts={keys.hints} onClose={() => setHelps(false)} />}
    </Screen>
  );
}

interface LineProps {
  line: Line;
  isCursor: boolean;
  onFocus: () => void;
  ticked: number | undefined;
  onTick: () => void;
  onToggle: () => void;
  onHandle: () => void;
}

function InboxLine({ line, onToggle, onHandle, ...rest }: LineProps) {
  const now = useNow();
  const shared = { ...rest, now, lineKey: line.key };
  if (line.kind === 'entry') return <EntryLine {...shared} row={line.row} isInGroup={line.isInGroup} />;
  return <GroupLine {...shared} group={line.group} isOpen={line.isOpen} onToggle={onToggle} onHandle={onHandle} />;
}

interface HeadProps {
  /** What can be ticked. */
  rows: readonly InboxRow[];
  ticked: readonly InboxRow[];
  onTick: (line: Line) => void;
  onClear: () => void;
}

function Head({ rows, ticked, onTick, onClear }: HeadProps) {
  const { t } = useTranslation('admin');
  // No more than can be handled at once.
  const tickable = rows.slice(0, AppointmentLimits.bulk);
  const isAll = tickable.length > 0 && tickable.every((row) => ticked.includes(row));
  const [first, second, ...rest] = tickable;
  const tickAll = () => {
    if (isAll || !first) onClear();
    else if (second)
      onTick({ kind: 'group', key: '', group: { key: '', rows: [first, second, ...rest] }, isOpen: false });
    else onTick({ kind: 'entry', key: '', row: first, isInGroup: false });
  };
  return (
    <thead>
      <tr>
        {tickable.length > 0 && (
          <th scope="col" className={styles.tick}>
            <input
              type="checkbox"
              checked={isAll}
              onChange={tickAll}
              aria-label={t(rows.length > tickable.length ? 'select.first' : 'select.all', { count: tickable.length })}
            />
          </th>
        )}
        {columns.map((column) => (
          <th key={column} scope="col" className={column === 'actions' ? screen.end : undefined}>
            {t(`column.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The entries that are ticked and still there. A line whose entries are all ticked is unticked, any other is ticked whole. */
function useTicks(rows: readonly InboxRow[]) {
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

function withSome(before: ReadonlySet<string>, some: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(before);
  for (const one of some) {
    if (on) next.add(one);
    else next.delete(one);
  }
  return next;
}
