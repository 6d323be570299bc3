import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import screen from '../screen.module.css';
import styles from './inbox.module.css';
import type { Line } from './lines.ts';

const columns = ['what', 'user', 'treatment', 'places', 'age', 'assignee', 'actions'] as const;

interface HeadProps {
  /** The rows that can be ticked. */
  rows: readonly InboxRow[];
  ticked: readonly InboxRow[];
  onTick: (line: Line) => void;
  onClear: () => void;
}

export function InboxHead({ rows, ticked, onTick, onClear }: HeadProps) {
  const { t } = useTranslation('admin');
  // One call can handle at most `AppointmentLimits.bulk` entries, so only the first rows can be ticked together.
  const tickable = rows.slice(0, AppointmentLimits.bulk);
  const isAll = tickable.length > 0 && tickable.every((row) => ticked.includes(row));
  const [first, second, ...rest] = tickable;
  const tickAll = () => {
    if (isAll || !first) onClear();
    else if (second)
      onTick({ kind: 'group', key: '', group: { key: '', rows: [first, second, ...rest] }, isOpen: false });
    else onTick({ kind: 'entry', key: '', row: first, isInGroup: false });
  };
  return (
    <thead>
      <tr>
        {tickable.length > 0 && (
          <th scope="col" className={styles.tick}>
            <input
              type="checkbox"
              checked={isAll}
              onChange={tickAll}
              aria-label={t(rows.length > tickable.length ? 'select.first' : 'select.all', { count: tickable.length })}
            />
          </th>
        )}
        {columns.map((column) => (
          <th key={column} scope="col" className={column === 'actions' ? screen.end : undefined}>
            {t(`column.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
