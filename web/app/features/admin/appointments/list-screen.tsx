import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useSteady } from '#web/lib/use-steady.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { ViewNotice } from '../views/views-menu.tsx';
import type { RowHandlers } from './appointment-row.tsx';
import { AppointmentsTable } from './appointments-table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ListHead } from './list-head.tsx';
import styles from './list.module.css';
import { Pane } from './pane.tsx';
import { useCursor } from './use-cursor.ts';
import { RowDialogs } from './row-dialogs.tsx';
import { type List, useList } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { type RowActions, useRowActions } from './use-row-actions.ts';

export function AppointmentsScreen() {
  // Loads the translations of the list and of its dialogs together. If one of these parts loaded its own translations
  // later, the page would show its spinner again.
  useTranslation(['admin', 'appointments', 'macros', 'errors', 'ui']);
  const list = useList();
  const now = useNow();
  const searchField = useRef<HTMLInputElement>(null);
  // The page header is created here and passed to `ListRoom` as an element. If the cursor moves, only `ListRoom`
  // renders. React then does not render the header again, because the element is the same.
  const head = <ListHead list={list} searchField={searchField} />;
  return <ListRoom list={list} now={now} searchField={searchField} head={head} />;
}

interface RoomProps {
  list: List;
  now: number;
  searchField: RefObject<HTMLInputElement | null>;
  head: ReactNode;
}

function ListRoom({ list, now, searchField, head }: RoomProps) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = useCursor(list);
  const { ticked, tick, clear } = useTicks();
  const actions = useRowActions(clear);
  const { row, move, open } = cursor;
  const toggle = (id: string) => tick([id], !ticked.has(id));
  const handlers = useSteady<RowHandlers & Record<string, (...args: never[]) => unknown>>({
    tick: toggle,
    open,
    focus: cursor.focus,
    setStatus: (changed, status) => actions.setStatus.set([changed], status),
    copyLink: (copied) => void actions.copyLink(copied),
    openPrivate: actions.openPrivate,
    openOffer: actions.openOffer,
  });

  const hints = useListKeys({
    row,
    actions,
    searchField,
    move,
    open: () => open(row?.id),
    close: cursor.close,
    tick: () => row && toggle(row.id),
    macro: () => openMacro(list, ticked, actions, row),
    help: () => setIsHelpOpen(true),
  });

  return (
    <main className={styles.screen} id="content" data-pane={list.chosenId !== null || undefined}>
      <div className={styles.main}>
        {head}
        <ViewNotice views={list.views} />
        <BulkBar rows={list.rows.filter(({ id }) => ticked.has(id))} actions={actions} onClear={clear} />
        <div ref={scroller} className={styles.body} aria-busy={list.query.isPending}>
          <Body list={list}>
            <AppointmentsTable
              list={list}
              now={now}
              cursor={cursor}
              ticked={ticked}
              onTick={tick}
              handlers={handlers}
              scroller={scroller}
            />
          </Body>
        </div>
        <ShortcutFoot shortcuts={hints.slice(0, 6)} onHelp={() => setIsHelpOpen(true)}>
          <Showing list={list} />
        </ShortcutFoot>
      </div>
      {list.chosenId && (
        <Pane id={list.chosenId} onMove={(by) => move(by, false)} onClose={cursor.close} actions={actions} />
      )}
      <RowDialogs actions={actions} onSent={clear} />
      {isHelpOpen && <ShortcutDialog shortcuts={hints} onClose={() => setIsHelpOpen(false)} />}
    </main>
  );
}

/**
 * Opens the dialog of macros for the ticked rows, or for the row under the cursor. If that row is open in the pane, the
 * macros open at the pane's answer field.
 */
function openMacro({ rows, chosenId }: List, ticked: ReadonlySet<string>, actions: RowActions, row: RowUnderCursor) {
  const some = rows.filter(({ id }) => ticked.has(id));
  if (some.length > AppointmentLimits.bulk) return;
  if (some.length > 0) return actions.openMacro(some);
  const ofPane = row && row.id === chosenId && document.querySelector<HTMLButtonElement>('[data-macro]');
  if (ofPane) ofPane.click();
  else if (row) actions.openMacro([row]);
}

type RowUnderCursor = List['rows'][number] | undefined;

/** Shows how much of the list is loaded, for example 'Showing 15 of 126 appointments'. */
function Showing({ list: { rows, first, query } }: { list: List }) {
  const { t } = useTranslation(['admin', 'ui']);
  if (!first) return null;
  const isExact = first.is_total_exact || !query.hasNextPage;
  const known = Math.max(first.total, rows.length);
  const total = isExact ? String(known) : t('showing.more', { total: known });
  return (
    <span className={styles.showing} aria-live="polite">
      {t('showing', { shown: rows.length, total })}
      {query.isFetchNextPageError && <span className={styles.late}>{t('ui:list.more.failed')}</span>}
      {query.hasNextPage && (
        <button
          type="button"
          className="link"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t(query.isFetchNextPageError ? 'ui:tryAgain' : 'showing.next')}
        </button>
      )}
    </span>
  );
}

function Body({ list, children }: { list: List; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { query } = list;
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t('list.failed')}
        text={errorText(query.error)}
        error={query.error}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    );
  if (query.isPending) return <SkeletonRows rows={8} />;
  if (list.rows.length === 0)
    return (
      <EmptyState
        title={t('list.empty')}
        text={t(list.isFiltered ? 'list.empty.filtered' : 'list.empty.none')}
        action={
          list.isFiltered && (
            <Button size="s" onClick={list.clear}>
              {t('list.clear')}
            </Button>
          )
        }
      />
    );
  return children;
}

/** Returns the ids of the rows that are ticked for a bulk action, and functions to change them. */
function useTicks() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  return {
    ticked,
    tick(ids: readonly string[], on: boolean) {
      const next = new Set(ticked);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      setTicked(next);
    },
    clear: () => setTicked(new Set()),
  };
}
