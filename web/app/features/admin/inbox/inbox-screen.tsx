import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { Table } from '#web/ui/table.tsx';
import { Screen, States } from '../screen.tsx';
import screen from '../screen.module.css';
import { AssignDialog } from './assign-dialog.tsx';
import { HandleDialog } from './handle-dialog.tsx';
import { InboxBulkBar } from './inbox-bulk-bar.tsx';
import { InboxHead } from './inbox-head.tsx';
import { EntryLine, GroupLine } from './inbox-lines.tsx';
import styles from './inbox.module.css';
import { type InboxChoice, InboxTools } from './inbox-tools.tsx';
import { type Line, linesOf, rowsOf } from './lines.ts';
import { MacroForEntries } from './macro-for-entries.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { useDoing } from './use-doing.ts';
import { useInbox } from './use-inbox.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useTicks, withSome } from './use-ticks.ts';

const dialogs = { handle: HandleDialog, snooze: SnoozeDialog, assign: AssignDialog, macro: MacroForEntries };

/** '12 waiting, 3 snoozed'. Beyond what is counted it says "more than". */
function useLead(first: ReturnType<typeof useInbox>['first']): string | undefined {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  if (!first) return undefined;
  const { shown, snoozed } = first;
  const most = AppointmentLimits.counted;
  const lead = shown > most ? t('inbox.leadMore', { count: most }) : t('inbox.lead', { count: shown });
  if (snoozed === 0) return lead;
  const slept = snoozed > most ? t('showing.more', { total: number(most) }) : number(snoozed);
  return `${lead}, ${t('inbox.alsoSnoozed', { number: slept })}`;
}

/**
 * Entries that wait for the team, those with a deadline first, then the longest wait, updated live. J and K move, Enter opens, E handles, Z snoozes, A
 * assigns, M writes, X selects.
 */
export function InboxScreen() {
  const { t } = useTranslation(['admin', 'appointments', 'macros', 'ui']);
  const [choice, setChoice] = useState<InboxChoice>({ view: 'waiting', assignee: 'all' });
  const { view } = choice;
  const { query, rows, first } = useInbox(choice);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  // Handled and snoozed entries stand for themselves: each has a moment of its own.
  const lines =
    view === 'waiting'
      ? linesOf(rows, open)
      : rows.map((row): Line => ({ kind: 'entry', key: row.inbox_id, row, isInGroup: false }));
  const { ticked, tick, clear } = useTicks(rows);
  const { doing, start, startOn, close } = useDoing(view, ticked, clear);
  const [helps, setHelps] = useState(false);
  const keys = useInboxKeys({
    lines,
    onTick: view === 'handled' ? () => {} : tick,
    onSnooze: startOn('snooze'),
    onAssign: startOn('assign'),
    onMacro: startOn('macro'),
    onHelp: () => setHelps(true),
  });
  const toggle = (key: string) => setOpen((before) => withSome(before, [key], !before.has(key)));
  const Doing = doing && dialogs[doing.what];
  const lead = useLead(first);

  return (
    <Screen
      title={t('place.inbox')}
      lead={lead}
      tools={
        <InboxTools
          choice={choice}
          onChange={(next) => {
            setChoice(next);
            clear();
          }}
        />
      }
      foot={
        lines.length > 0 && <ShortcutFoot className="only-large" shortcuts={keys.hints} onHelp={() => setHelps(true)} />
      }
    >
      <InboxBulkBar
        rows={ticked}
        isSnoozed={view === 'snoozed'}
        onStart={(what) => start(what, ticked)}
        onClear={clear}
      />
      <States query={query} isEmpty={() => rows.length === 0} empty={useEmptyWords(choice)}>
        {() => (
          <Table caption={t('place.inbox')} className={`${screen.table} ${styles.table}`}>
            <InboxHead rows={view === 'handled' ? [] : rows} ticked={ticked} onTick={tick} onClear={clear} />
            <tbody>
              {lines.map((line) => (
                <InboxLine
                  key={line.key}
                  line={line}
                  isCursor={line.key === keys.cursorKey}
                  onFocus={() => keys.focus(line.key)}
                  ticked={view === 'handled' ? undefined : rowsOf(line).filter((row) => ticked.includes(row)).length}
                  onTick={() => tick(line)}
                  onToggle={() => toggle(line.key)}
                  onHandle={() => start('handle', rowsOf(line))}
                  onSnooze={view === 'handled' ? undefined : () => start('snooze', rowsOf(line))}
                />
              ))}
            </tbody>
          </Table>
        )}
      </States>
      <LoadMore query={query}>{t('more')}</LoadMore>
      {Doing && <Doing rows={doing.rows} onDone={clear} onClose={close} />}
      {helps && <ShortcutDialog shortcuts={keys.hints} onClose={() => setHelps(false)} />}
    </Screen>
  );
}

function useEmptyWords({ view, assignee }: InboxChoice): { title: string; text: string } {
  const { t } = useTranslation('admin');
  if (assignee !== 'all') return { title: t('inbox.empty.filtered'), text: t('inbox.empty.filtered.text') };
  if (view === 'snoozed') return { title: t('inbox.empty.snoozed'), text: t('inbox.empty.snoozed.text') };
  const title = t(view === 'handled' ? 'inbox.empty.handled' : 'inbox.empty');
  return { title, text: view === 'handled' ? '' : t('inbox.empty.text') };
}

interface LineProps {
  line: Line;
  isCursor: boolean;
  onFocus: () => void;
  ticked: number | undefined;
  onTick: () => void;
  onToggle: () => void;
  onHandle: () => void;
  /** Absent where nothing can be put off. */
  onSnooze: (() => void) | undefined;
}

function InboxLine({ line, onToggle, onHandle, ...rest }: LineProps) {
  const now = useNow();
  const shared = { ...rest, now, lineKey: line.key };
  if (line.kind === 'entry') return <EntryLine {...shared} row={line.row} isInGroup={line.isInGroup} />;
  return <GroupLine {...shared} group={line.group} isOpen={line.isOpen} onToggle={onToggle} onHandle={onHandle} />;
}
