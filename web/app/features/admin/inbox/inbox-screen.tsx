import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { Screen, States } from '../screen.tsx';
import { Pane } from '../appointments/pane.tsx';
import { RowDialogs } from '../appointments/row-dialogs.tsx';
import { useRowActions } from '../appointments/use-row-actions.ts';
import { ViewNotice } from '../views/views-menu.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { HandleDialog } from './handle-dialog.tsx';
import { InboxTable } from './inbox-table.tsx';
import { type InboxChoice, InboxTools } from './inbox-tools.tsx';
import styles from './inbox.module.css';
import { type Line, linesOf } from './lines.ts';
import { appointmentsOf, MacroForEntries } from './macro-for-entries.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { type Doing, useDoing } from './use-doing.ts';
import { type InboxChosen, useInboxChoice } from './use-inbox-choice.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useTicks, withSome } from './use-ticks.ts';

const dialogs = { handle: HandleDialog, snooze: SnoozeDialog, assign: AssignDialog, macro: MacroForEntries };

/**
 * Returns a sentence with the numbers of entries, for example '12 waiting, 3 snoozed'. If there are more entries than
 * the service counts, the sentence says "more than".
 */
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
 * The inbox. It lists the entries that wait for the team, or the handled or snoozed ones. Waiting entries with a
 * deadline come first, followed by the entries that have waited longest. The list is updated live. The keys are J and K
 * (move), Enter (open), E (handle), Z (snooze), A (assign), M (write) and X (select).
 */
export function InboxScreen() {
  const { t } = useTranslation(['admin', 'appointments', 'macros', 'ui']);
  const chosen = useInboxChoice();
  const { choice } = chosen;
  const { view } = choice;
  const { query, rows, lines, lead, toggle } = useInboxLines(chosen);
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
    openId: chosen.openId,
    onOpen: chosen.open,
  });
  const actions = useRowActions(clear);
  const Doing = doing && dialogs[doing.what];

  return (
    <Screen
      title={t('place.inbox')}
      lead={lead}
      tools={
        <InboxTools
          chosen={chosen}
          onChange={(next) => {
            chosen.choose(next);
            clear();
          }}
        />
      }
      pane={chosen.openId && <Pane id={chosen.openId} onMove={keys.step} onClose={keys.close} actions={actions} />}
      foot={
        lines.length > 0 && <ShortcutFoot className="only-large" shortcuts={keys.hints} onHelp={() => setHelps(true)} />
      }
    >
      <ViewNotice views={chosen.views} />
      <InboxBulkBar
        rows={ticked}
        isSnoozed={view === 'snoozed'}
        onStart={(what) => start(what, ticked)}
        onClear={clear}
      />
      <States query={query} isEmpty={() => rows.length === 0} empty={useEmptyWords(choice)}>
        {() => (
          <InboxTable
            chosen={chosen}
            keys={keys}
            rows={rows}
            lines={lines}
            ticks={{ ticked, tick, clear }}
            onStart={start}
            onToggle={toggle}
          />
        )}
      </States>
      <LoadMore query={query}>{t('more')}</LoadMore>
      <RowDialogs actions={actions} onSent={clear} />
      {Doing && <Doing rows={doing.rows} onDone={clear} onClose={close} />}
      {helps && <ShortcutDialog shortcuts={keys.hints} onClose={() => setHelps(false)} />}
    </Screen>
  );
}

/** Loads the entries page by page. They are reloaded regularly, because no event announces the end of a snooze. */
function useInbox({ choice: { view, assignee, kind }, views }: InboxChosen) {
  const query = useInfiniteQuery(
    api.appointmentsAdmin.adminInboxList.infiniteOptions({
      input: (after: string | null) => ({
        is_handled: view === 'handled',
        is_snoozed: view === 'snoozed',
        assignee,
        ...(kind && { kind }),
        after,
      }),
      enabled: views.isKnown,
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      refetchInterval: ({ state }) => AppointmentLimits.refresh_s * 1000 * Math.max(1, state.data?.pages.length ?? 1),
    }),
  );
  return { query, rows: query.data?.pages.flatMap((page) => page.rows) ?? [], first: query.data?.pages[0] };
}

/** Returns the entries as lines, with groups folded or open, and the number of entries. */
function useInboxLines(chosen: InboxChosen) {
  const { query, rows, first } = useInbox(chosen);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  // Only waiting entries are grouped. Each handled or snoozed entry shows its own time, which a group would hide.
  const lines =
    chosen.choice.view === 'waiting'
      ? linesOf(rows, open)
      : rows.map((row): Line => ({ kind: 'entry', key: row.inbox_id, row, isInGroup: false }));
  const toggle = (key: string) => setOpen((before) => withSome(before, [key], !before.has(key)));
  return { query, rows, lines, lead: useLead(first), toggle };
}

function useEmptyWords({ view, assignee, kind }: InboxChoice): { title: string; text: string } {
  const { t } = useTranslation('admin');
  if (assignee !== 'all' || kind) return { title: t('inbox.empty.filtered'), text: t('inbox.empty.filtered.text') };
  if (view === 'snoozed') return { title: t('inbox.empty.snoozed'), text: t('inbox.empty.snoozed.text') };
  const title = t(view === 'handled' ? 'inbox.empty.handled' : 'inbox.empty');
  return { title, text: view === 'handled' ? '' : t('inbox.empty.text') };
}

interface InboxBulkBarProps {
  rows: readonly InboxRow[];
  /** True if the entries are snoozed. The button then ends the snooze. */
  isSnoozed: boolean;
  onStart: (what: Doing) => void;
  onClear: () => void;
}

/** Buttons for actions on several entries together. */
function InboxBulkBar({ rows, isSnoozed, onStart, onClear }: InboxBulkBarProps) {
  const { t } = useTranslation('admin');
  if (rows.length === 0) return null;
  return (
    <Row gap={8} align="center" wrap className={styles.bulk} role="region" aria-label={t('inbox.selected')}>
      <strong aria-live="polite">{t('select.count', { count: rows.length })}</strong>
      {rows.length > AppointmentLimits.bulk ? (
        <span>{t('select.tooMany', { max: AppointmentLimits.bulk })}</span>
      ) : (
        <>
          <Button size="xs" onClick={() => onStart('handle')}>
            {t('inbox.handleSelected')}
          </Button>
          <Button size="xs" onClick={() => onStart('snooze')}>
            {t(isSnoozed ? 'inbox.wake' : 'inbox.snooze')}
          </Button>
          <Button size="xs" onClick={() => onStart('assign')}>
            {t('assign.label')}
          </Button>
          {appointmentsOf(rows).length > 0 && (
            <Button size="xs" onClick={() => onStart('macro')}>
              {t('macro.send')}
            </Button>
          )}
        </>
      )}
      <IconButton icon={X} size="s" label={t('select.clear')} onClick={onClear} />
    </Row>
  );
}
