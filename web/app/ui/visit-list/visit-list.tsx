import { CalendarCheck, Check, CircleCheck, Clock, type LucideIcon, UserX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BookedState } from '#contract/bookings.ts';
import { toneOfVisit, useVisitWords, type Visit, visitsOn } from '#web/lib/visit-words.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { StatusBadge } from '../status-badge.tsx';
import './visit-list.css';

const iconOfVisit: Record<BookedState, LucideIcon> = {
  held: Clock,
  booked: CalendarCheck,
  arrived: Check,
  done: CircleCheck,
  no_show: UserX,
  cancelled: X,
  released: X,
};

interface Props<V extends Visit> {
  visits: readonly V[];
  /** The shown days, as YYYY-MM-DD in the time zone `zone`. `today` has the same form. */
  days: readonly string[];
  today: string;
  zone: string;
  /** Draws the second line of a visit. */
  about: (visit: V) => ReactNode;
  onOpen: (id: string) => void;
}

/** Lists visits one below the other, by day. Days without a visit are left out. */
export function VisitList<V extends Visit>({ visits, days, today, zone, about, onOpen }: Props<V>) {
  const { longDay } = useZoned();
  const words = useVisitWords();
  const full = days.map((day) => ({ day, of: visitsOn(visits, zone, [day]) })).filter(({ of }) => of.length > 0);
  return (
    <ol className="visit-list">
      {full.map(({ day, of }) => (
        <li key={day}>
          <h2 aria-current={day === today ? 'date' : undefined}>{longDay(`${day}T12:00:00Z`, 'UTC')}</h2>
          <ul>
            {of.map((visit) => (
              <li key={visit.id}>
                <button type="button" className="visit-list__row" onClick={() => onOpen(visit.id)}>
                  <strong className="num">{words.time(visit.starts_at, zone)}</strong>
                  <span className="visit-list__who">
                    <bdi>{words.who(visit)}</bdi>
                    <small>{about(visit)}</small>
                  </span>
                  <StatusBadge tone={toneOfVisit[visit.state]} icon={iconOfVisit[visit.state]}>
                    {words.state(visit)}
                  </StatusBadge>
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
