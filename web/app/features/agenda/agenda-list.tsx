import type { MyTime } from '#contract/agenda.ts';
import { toneOfVisit, useVisitWords } from '#web/lib/visit-words.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './agenda.module.css';
import { type Agenda, visitsOn } from './use-agenda.ts';
import { iconOfVisit } from './visit-icons.ts';
import { There } from './visit-lines.tsx';

interface Props {
  agenda: Agenda;
  times: readonly MyTime[];
  onOpen: (id: string) => void;
}

/** The visits of a week one below the other, by day. Days on which nobody comes are left out. */
export function AgendaList({ agenda: { days, zone, today }, times, onOpen }: Props) {
  const { longDay } = useZoned();
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
              <Row key={visit.id} visit={visit} zone={zone} onOpen={onOpen} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Row({ visit, zone, onOpen }: { visit: MyTime; zone: string; onOpen: (id: string) => void }) {
  const words = useVisitWords();
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => onOpen(visit.id)}>
        <strong className="num">{words.time(visit.starts_at, zone)}</strong>
        <span className={styles.who}>
          <bdi>{words.who(visit)}</bdi>
          <small>
            {[words.what(visit), words.where(visit)].join(', ')}
            <There visit={visit} zone={zone} />
          </small>
        </span>
        <StatusBadge tone={toneOfVisit[visit.state]} icon={iconOfVisit[visit.state]}>
          {words.state(visit)}
        </StatusBadge>
      </button>
    </li>
  );
}
