import { useFormat } from '#web/lib/format.ts';
import { useVisitWords, toneOfVisit } from '#web/lib/visit-words.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './desk.module.css';
import { type Desk, visitsOn } from './use-desk.ts';

/** The visits of a week one below the other, by day. Days on which nobody comes are left out. */
export function DeskList({ desk: { query, days, zone, today }, onOpen }: { desk: Desk; onOpen: (id: string) => void }) {
  const { longDay } = useZoned();
  const words = useVisitWords();
  const { commas } = useFormat();
  const times = query.data?.times ?? [];
  const full = days
    .map((day) => ({ day, visits: visitsOn(times, zone, [day]) }))
    .filter(({ visits }) => visits.length > 0);
  return (
    <ol className={styles.list}>
      {full.map(({ day, visits }) => (
        <li key={day}>
          <h2 aria-current={day === today ? 'date' : undefined}>{longDay(`${day}T12:00:00Z`, 'UTC')}</h2>
          <ul>
            {visits.map((visit) => (
              <li key={visit.id}>
                <button type="button" className={styles.row} onClick={() => onOpen(visit.id)}>
                  <strong className="num">{words.time(visit.starts_at, zone)}</strong>
                  <span className={styles.who}>
                    <bdi>{words.who(visit)}</bdi>
                    <small>
                      {commas([words.what(visit), visit.practitioner.name, words.where(visit)].filter(Boolean))}
                    </small>
                  </span>
                  <StatusBadge tone={toneOfVisit[visit.state]}>{words.state(visit)}</StatusBadge>
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
