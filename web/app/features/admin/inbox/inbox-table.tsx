import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Table } from '#web/ui/table.tsx';
import { BESIDE } from '../appointments/pane.tsx';
import screen from '../screen.module.css';
import { InboxHead } from './inbox-head.tsx';
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
  /** Snoozes the entries. It is undefined if no entry can be snoozed. */
  onSnooze: (() => void) | undefined;
}

function InboxLine({ line, onToggle, onHandle, onOpen, ...rest }: LineProps) {
  const now = useNow();
  const shared = { ...rest, now, lineKey: line.key };
  if (line.kind === 'entry') return <EntryLine {...shared} onOpen={onOpen} row={line.row} isInGroup={line.isInGroup} />;
  return <GroupLine {...shared} group={line.group} isUnfolded={line.isOpen} onToggle={onToggle} onHandle={onHandle} />;
}
