import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgendaLimits, type ClinicTime } from '#contract/agenda.ts';
import { useFormat } from '#web/lib/format.ts';
import { NoMatch } from '#web/lib/no-match.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import { useVisitWords, visitsOn } from '#web/lib/visit-words.ts';
import { instantIn, type WallTime } from '#web/lib/wall-clock.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { VisitList } from '#web/ui/visit-list/visit-list.tsx';
import '#web/ui/hour-grid/hour-page.css';
import styles from './desk.module.css';
import { DeskHours } from './desk-hours.tsx';
import { DeskFilters, DeskTools, Period } from './desk-tools.tsx';
import { DeskVisitDialog } from './desk-visit-dialog.tsx';
import { type Desk, useDesk } from './use-desk.ts';

/** A visit and the new start that was chosen for it, for example by dragging the visit. */
export interface Moving {
  readonly visit: ClinicTime;
  readonly to: number;
}

interface Props {
  /**
   * Draws the details and the outcome of a visit. The route supplies this part, because practitioners see the same part
   * in their agenda.
   */
  details: (visit: ClinicTime, now: number, onDone: () => void) => ReactNode;
  /** Draws the dialog that asks for confirmation before a visit moves and the patient is notified. */
  mover: (moving: Moving, now: number, onClose: () => void, onMoved: () => void) => ReactNode;
  /**
   * Draws the page if the service refuses access. For example, the page links to the account's security page if a
   * second factor is needed first.
   */
  refused: (code: string, onRetry: () => void, busy: boolean) => ReactNode;
}

/** The page on which the reception sees the visits at its clinics. */
export function DeskPage({ details, mover, refused }: Props) {
  const { t } = useTranslation('agenda');
  const errorText = useErrorText();
  const words = useVisitWords();
  const { commas } = useFormat();
  const desk = useDesk();
  const { query, view, zone, now } = desk;
  const [opened, setOpened] = useState<string | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const retry = () => void query.refetch();
  const code = refusalOf(query.error)?.code;
  // Visits that were loaded earlier are hidden too, because the person may have left the clinic in the meantime.
  const kept = code ? refused(code, retry, query.isFetching) : null;
  const data = kept ? undefined : query.data;
  const visit = data?.times.find(({ id }) => id === opened);
  useDeskKeys(desk);
  const drop = (id: string, to: WallTime) => {
    const dropped = data?.times.find((time) => time.id === id);
    if (dropped) setMoving({ visit: dropped, to: instantIn(zone, to) });
  };
  const close = () => {
    setMoving(null);
    setOpened(null);
  };
  return (
    <main id="content" className={`hour-page ${styles.sheet}`}>
      {kept ?? (
        <header className="hour-page__head">
          <div>
            <h1 className="h2">{t('desk.title')}</h1>
            <p className="hour-page__period" aria-live="polite">
              <Period desk={desk} />
            </p>
          </div>
          <DeskTools desk={desk} />
        </header>
      )}
      {query.isPending && <SkeletonRows rows={6} />}
      {query.isError && !data && !kept && (
        <ErrorState
          title={t('desk.failed')}
          text={errorText(query.error)}
          error={query.error}
          onRetry={retry}
          busy={query.isFetching}
        />
      )}
      {data && (
        <>
          <DeskFilters desk={desk} />
          <Hint desk={desk} />
          {data.isCut && <CutHint />}
          {view === 'list' ? (
            <VisitList
              {...desk}
              visits={data.times}
              about={(time) => commas([words.what(time), time.practitioner.name, words.where(time)].filter(Boolean))}
              onOpen={setOpened}
            />
          ) : (
            <DeskHours desk={desk} onOpen={setOpened} onDrop={drop} />
          )}
        </>
      )}
      {visit && !moving && (
        <DeskVisitDialog
          visit={visit}
          details={details(visit, now, close)}
          onMove={() => setMoving({ visit, to: Date.parse(visit.starts_at) })}
          onClose={close}
        />
      )}
      {data && moving && mover(moving, now, () => setMoving(null), close)}
    </main>
  );
}

function Hint({ desk: { query, view, zone, days, isFiltered, clearFilters } }: { desk: Desk }) {
  const { t } = useTranslation('agenda');
  if (!query.data || query.isPlaceholderData || visitsOn(query.data.times, zone, days).length > 0) return null;
  if (isFiltered) return <NoMatch isDay={view === 'day'} onClear={clearFilters} />;
  return <EmptyState title={t(view === 'day' ? 'empty.day' : 'empty.week')} text={t('empty.text')} />;
}

/**
 * Says that the page does not show the last visits of the loaded weeks, because a response is limited to a number of
 * rows.
 */
function CutHint() {
  const { t } = useTranslation('agenda');
  const { number } = useFormat();
  return <p role="status">{t('desk.cut', { number: number(AgendaLimits.rows) })}</p>;
}

function useDeskKeys({ goToday, move, setView, hasRoom }: Desk) {
  useShortcuts({
    t: goToday,
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    d: () => setView('day'),
    w: () => hasRoom && setView('week'),
    l: () => setView('list'),
  });
}
