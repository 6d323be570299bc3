import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import type { MyTime } from '#contract/agenda.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { toneOfVisit } from '#web/lib/visit-words.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { HourGrid } from '#web/ui/hour-grid/hour-grid.tsx';
import type { Agenda } from './use-agenda.ts';
import { VisitLines } from './visit-lines.tsx';

interface Props {
  agenda: Agenda;
  times: readonly MyTime[];
  busy: readonly { from: string; to: string }[];
  onOpen: (id: string) => void;
}

/** Draws days with their hours. Busy times from other calendars are drawn behind the visits. */
export function AgendaHours({ agenda: { days, zone, now }, times, busy, onOpen }: Props) {
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
