import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyTime } from '#contract/agenda.ts';
import { dateFormat } from '#contract/dates.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { BackLink } from '#web/lib/sub-page.tsx';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import { toneOfVisit, useVisitWords, visitsOn } from '#web/lib/visit-words.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { HourGrid } from '#web/ui/hour-grid/hour-grid.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { VisitList } from '#web/ui/visit-list/visit-list.tsx';
import '#web/ui/hour-grid/hour-page.css';
import styles from './agenda.module.css';
import { AgendaTools, Period } from './agenda-tools.tsx';
import { type Agenda, useAgenda } from './use-agenda.ts';
import { Unrecorded } from './unrecorded.tsx';
import { VisitDialog } from './visit-dialog.tsx';
import { There, VisitLines } from './visit-lines.tsx';

const OwnFigures = onDemand(async () => (await import('./own-figures.tsx')).OwnFigures);

/**
 * Shows a practitioner's visits by day and hour. `refused` draws the error for a practitioner who may not see patients
 * yet.
 */
export function AgendaPage({
  bar,
  refused,
  video,
}: {
  /**
   * A bar that replaces the link to the queue. Only the page for nurses has this bar, because the agenda is their start
   * page and they have no queue.
   */
  bar?: React.ReactNode;
  refused: (code: string, retry: () => void, busy: boolean) => React.ReactNode;
  /**
   * The practitioner's upcoming video visits. Some of them belong to a case and have no booked time, so the agenda does
   * not show them.
   */
  video: React.ReactNode;
}) {
  const { t } = useTranslation('agenda');
  const errorText = useErrorText();
  const agenda = useAgenda();
  const [opened, setOpened] = useState<string | null>(null);
  const [helps, setHelps] = useState(false);
  const [counts, setCounts] = useState(false);
  const { query, view, now } = agenda;
  const visit = query.data?.times.find(({ id }) => id === opened);
  const retry = () => void query.refetch();
  const code = refusalOf(query.error)?.code;
  const kept = code && !query.data ? refused(code, retry, query.isFetching) : null;
  const shortcuts = [
    { keys: ['T'], text: t('key.today') },
    { keys: ['←', '→'], text: t('key.step') },
    { keys: ['D', 'W', 'L'], text: t('key.view') },
  ];
  useAgendaKeys(agenda, () => setHelps(true));
  return (
    <div className={styles.room} data-bar={bar ? '' : undefined}>
      {bar}
      <main id="content" className="hour-page">
        {!bar && <Back />}
        {kept ?? (
          <header className="hour-page__head">
            <div>
              <h1 className="h2">{t('title')}</h1>
              <p className="hour-page__period" aria-live="polite">
                <Period agenda={agenda} />
              </p>
            </div>
            <AgendaTools agenda={agenda} onFigures={() => setCounts(true)} />
          </header>
        )}
        {bar && !kept && <p className={styles.note}>{t('nurse')}</p>}
        {query.isPending && <SkeletonRows rows={6} />}
        {query.isError && !query.data && !kept && (
          <ErrorState
            title={t('failed')}
            text={errorText(query.error)}
            error={query.error}
            onRetry={retry}
            busy={query.isFetching}
          />
        )}
        {query.data && (
          <>
            {video}
            {!bar && <Unrecorded now={now} />}
            <Hint agenda={agenda} />
            {view === 'list' ? (
              <List agenda={agenda} times={query.data.times} onOpen={setOpened} />
            ) : (
              <AgendaHours agenda={agenda} times={query.data.times} busy={query.data.busy} onOpen={setOpened} />
            )}
          </>
        )}
      </main>
      <ShortcutFoot className="only-large" shortcuts={shortcuts} onHelp={() => setHelps(true)} />
      {helps && <ShortcutDialog shortcuts={shortcuts} onClose={() => setHelps(false)} />}
      {counts && <OwnFigures onClose={() => setCounts(false)} />}
      {visit && <VisitDialog visit={visit} now={now} onClose={() => setOpened(null)} />}
    </div>
  );
}

function Back() {
  const { t } = useTranslation('agenda');
  return <BackLink to="/studio">{t('back')}</BackLink>;
}

/** Suggests a next step on days without visits. */
function Hint({ agenda: { query, view, zone, days } }: { agenda: Agenda }) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  if (!query.data || query.isPlaceholderData || visitsOn(query.data.times, zone, days).length > 0) return null;
  const title = t(view === 'day' ? 'empty.day' : 'empty.week');
  if (query.data.has_hours) return <EmptyState title={title} text={t('empty.text')} />;
  const action = (
    <LinkButton size="s" to={inLanguage('/studio/hours', locale)}>
      {t('hours.set')}
    </LinkButton>
  );
  return <EmptyState title={title} text={t('empty.hours')} action={action} />;
}

function useAgendaKeys({ goToday, move, setView, hasRoom }: Agenda, onHelp: () => void) {
  useShortcuts({
    t: goToday,
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    d: () => setView('day'),
    w: () => hasRoom && setView('week'),
    l: () => setView('list'),
    '?': onHelp,
  });
}

interface ListProps {
  agenda: Agenda;
  times: readonly MyTime[];
  onOpen: (id: string) => void;
}

function List({ agenda, times, onOpen }: ListProps) {
  const words = useVisitWords();
  const { commas } = useFormat();
  const about = (time: MyTime) => (
    <>
      {commas([words.what(time), words.where(time)].filter(Boolean))}
      <There visit={time} zone={agenda.zone} />
    </>
  );
  return <VisitList {...agenda} visits={times} about={about} onOpen={onOpen} />;
}

interface AgendaHoursProps {
  agenda: Agenda;
  times: readonly MyTime[];
  busy: readonly { from: string; to: string }[];
  onOpen: (id: string) => void;
}

/** Draws days with their hours. Busy times from other calendars are drawn behind the visits. */
function AgendaHours({ agenda: { days, zone, now }, times, busy, onOpen }: AgendaHoursProps) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  const { time } = useZoned();
  const dayName = dateFormat(locale, {
    weekday: days.length > 1 ? 'short' : 'long',
    day: 'numeric',
    month: days.length > 1 ? 'short' : 'long',
    timeZone: 'UTC',
  });
  return (
    <HourGrid
      days={days}
      zone={zone}
      now={now}
      head={(day) => dayName.format(new Date(day))}
      entries={times.map((visit) => ({
        id: visit.id,
        from: visit.starts_at,
        to: visit.ends_at,
        tone: toneOfVisit[visit.state],
        isOpen: visit.state === 'held',
        content: <VisitLines visit={visit} zone={zone} />,
      }))}
      ground={busy.map(({ from, to }) => ({
        from,
        to,
        label: t('busy', { from: time(from, zone), to: time(to, zone) }),
      }))}
      onOpen={onOpen}
    />
  );
}
