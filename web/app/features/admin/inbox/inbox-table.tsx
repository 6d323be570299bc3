import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Table } from '#web/ui/table.tsx';
import { BESIDE } from '../appointments/pane.tsx';
import screen from '../screen.module.css';
import { EntryLine, GroupLine } from './inbox-lines.tsx';
import styles from './inbox.module.css';
import { appointmentOf, type Line, rowsOf } from './lines.ts';
import type { Doing } from './use-doing.ts';
import type { InboxChosen } from './use-inbox-choice.ts';
import type { useInboxKeys } from './use-inbox-keys.ts';
import type { useTicks } from './use-ticks.ts';

interface Props {
  chosen: InboxChosen;
  keys: ReturnType<typeof useInboxKeys>;
  rows: readonly InboxRow[];
  lines: readonly Line[];
  ticks: ReturnType<typeof useTicks>;
  onStart: (what: Doing, rows: readonly InboxRow[]) => void;
  onToggle: (key: string) => void;
}

export function InboxTable({ chosen, keys, rows, lines, ticks, onStart, onToggle }: Props) {
  const { t } = useTranslation('admin');
  const isWide = useMedia(BESIDE);
  const { ticked, tick, clear } = ticks;
  const isHandled = chosen.choice.view === 'handled';
  return (
    <Table caption={t('place.inbox')} className={`${screen.table} ${styles.table}`}>
      <InboxHead rows={isHandled ? [] : rows} ticked={ticked} onTick={tick} onClear={clear} />
      <tbody>
        {lines.map((line) => (
          <InboxLine
            key={line.key}
            line={line}
            isCursor={line.key === keys.cursorKey}
            isOpen={line.key === keys.cursorKey && appointmentOf(line) === chosen.openId}
            onOpen={isWide ? chosen.open : undefined}
            onFocus={() => keys.focus(line.key)}
            ticked={isHandled ? undefined : rowsOf(line).filter((row) => ticked.includes(row)).length}
            onTick={() => tick(line)}
            onToggle={() => onToggle(line.key)}
            onHandle={() => onStart('handle', rowsOf(line))}
            onSnooze={isHandled ? undefined : () => onStart('snooze', rowsOf(line))}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface LineProps {
  line: Line;
  isCursor: boolean;
  isOpen: boolean;
  onOpen: ((id: string) => void) | undefined;
  onFocus: () => void;
  ticked: number | undefined;
  onTick: () => void;
  onToggle: () => void;
  onHandle: () => void;
  /** Snoozes the entries. The function is undefined if no entry can be snoozed. */
  onSnooze: (() => void) | undefined;
}

function InboxLine({ line, onToggle, onHandle, onOpen, ...rest }: LineProps) {
  const now = useNow();
  const shared = { ...rest, now, lineKey: line.key };
  if (line.kind === 'entry') return <EntryLine {...shared} onOpen={onOpen} row={line.row} isInGroup={line.isInGroup} />;
  return <GroupLine {...shared} group={line.group} isUnfolded={line.isOpen} onToggle={onToggle} onHandle={onHandle} />;
}

const columns = ['what', 'user', 'treatment', 'places', 'age', 'assignee', 'actions'] as const;

interface HeadProps {
  /** The rows that can be ticked. */
  rows: readonly InboxRow[];
  ticked: readonly InboxRow[];
  onTick: (line: Line) => void;
  onClear: () => void;
}

function InboxHead({ rows, ticked, onTick, onClear }: HeadProps) {
  const { t } = useTranslation('admin');
  // This box ticks only the first entries, because one call can handle at most `AppointmentLimits.bulk` entries.
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
