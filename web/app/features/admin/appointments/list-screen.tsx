import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { AppointmentsTable } from './appointments-table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ListHead } from './list-head.tsx';
import styles from './list.module.css';
import { OfferDialog } from './offer-dialog.tsx';
import { Pane } from './pane.tsx';
import { PrivateDialog } from './private-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { TimeDialog } from './time-dialog.tsx';
import { type List, useList } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { type RowActions, useRowActions } from './use-row-actions.ts';

export function AppointmentsScreen() {
  // Both catalogues at once: a part that asked for its own later would show the page's spinner again.
  useTranslation(['admin', 'appointments', 'errors']);
  const list = useList();
  const now = useNow();
  const searchField = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const { cursorId, row, move, open, focus } = useCursor(list);
  const { ticked, tick, clear } = useTicks();
  const actions = useRowActions(clear);

  const hints = useListKeys({
    row,
    actions,
    searchField,
    move,
    open: () => open(row?.id),
    close: () => list.choose(null),
    tick: () => row && tick([row.id], !ticked.has(row.id)),
    help: () => setIsHelpOpen(true),
  });

  return (
    <main className={styles.screen} id="content" data-pane={list.chosenId !== null || undefined}>
      <div className={styles.main}>
        <ListHead list={list} searchField={searchField} />
        <BulkBar rows={list.rows.filter(({ id }) => ticked.has(id))} actions={actions} onClear={clear} />
        <div className={styles.body} aria-busy={list.query.isPending}>
          <Body list={list}>
            <AppointmentsTable
              rows={list.rows}
              now={now}
              chosenId={list.chosenId}
              cursorId={cursorId}
              ticked={ticked}
              onTick={tick}
              onOpen={open}
              onFocus={focus}
              actions={actions}
            />
          </Body>
        </div>
        <ShortcutFoot shortcuts={hints.slice(0, 6)} onHelp={() => setIsHelpOpen(true)}>
          <Showing list={list} />
        </ShortcutFoot>
      </div>
      {list.chosenId && (
        <Pane id={list.chosenId} onMove={(by) => move(by, false)} onClose={() => list.choose(null)} actions={actions} />
      )}
      <Dialogs actions={actions} />
      {isHelpOpen && <ShortcutDialog shortcuts={hints} onClose={() => setIsHelpOpen(false)} />}
    </main>
  );
}

function Dialogs({ actions }: { actions: RowActions }) {
  const { open, close, setStatus } = actions;
  return (
    <>
      <ReasonDialog setStatus={setStatus} />
      {open?.dialog === 'private' && <PrivateDialog row={open.row} onClose={close} />}
      {open?.dialog === 'offer' && <OfferDialog row={open.row} onClose={close} />}
      {open?.dialog === 'time' && <TimeDialog row={open.row} onClose={close} />}
    </>
  );
}

/** 'Showing 15 of 126 appointments' */
function Showing({ list: { rows, first, query } }: { list: List }) {
  const { t } = useTranslation('admin');
  if (!first) return null;
  const isExact = first.is_total_exact || !query.hasNextPage;
  const known = Math.max(first.total, rows.length);
  const total = isExact ? String(known) : t('showing.more', { total: known });
  return (
    <span className={styles.showing} aria-live="polite">
      {t('showing', { shown: rows.length, total })}
      {query.hasNextPage && (
        <button
          type="button"
          className="link"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('showing.next')}
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
        title={t('list.failed', { message: errorText(query.error) })}
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

/** The row that the keys act on. It has the focus, or had it last; opening another appointment by its address moves it there. */
function useCursor({ rows, chosenId, choose }: List) {
  const [cursor, setCursor] = useState<{ id: string; chosenId: string | null }>();
  const cursorId = cursor?.chosenId === chosenId ? cursor.id : (chosenId ?? cursor?.id);

  function move(by: 1 | -1, takesFocus = true) {
    const at = rows.findIndex(({ id }) => id === cursorId);
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (!next) return;
    put(next.id, chosenId && next.id);
    const row = document.querySelector(`tr[data-id="${CSS.escape(next.id)}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    // Enter and Space act on what has the focus: left behind, it would be another person's.
    if (takesFocus) row?.querySelector<HTMLElement>('button[data-opens]')?.focus({ preventScroll: true });
  }

  function put(id: string, chosen = chosenId) {
    setCursor({ id, chosenId: chosen });
    if (chosen !== chosenId) choose(chosen);
  }

  function open(id: string | undefined) {
    if (id) put(id, id);
  }

  return { cursorId, row: rows.find(({ id }) => id === cursorId), move, open, focus: (id: string) => put(id) };
}

/** Which rows are ticked, for what is done with several at once. */
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
