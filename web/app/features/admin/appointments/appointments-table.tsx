import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Table } from '#web/ui/table.tsx';
import { AppointmentRow } from './appointment-row.tsx';
import styles from './list.module.css';
import type { RowActions } from './use-row-actions.ts';

interface Props {
  rows: readonly AdminAppointment[];
  now: number;
  chosenId: string | null;
  cursorId: string | undefined;
  ticked: ReadonlySet<string>;
  onTick: (ids: readonly string[], on: boolean) => void;
  onOpen: (id: string) => void;
  onFocus: (id: string) => void;
  actions: RowActions;
}

const columns = ['user', 'treatment', 'places', 'status', 'assignee'] as const;

export function AppointmentsTable({ rows, now, chosenId, cursorId, ticked, onTick, onOpen, onFocus, actions }: Props) {
  const { t } = useTranslation('admin');
  // No more than can be changed at once.
  const tickable = rows.slice(0, AppointmentLimits.bulk);
  const isAllTicked = rows.length > 0 && tickable.every(({ id }) => ticked.has(id));
  return (
    <Table caption={t('place.appointments')} className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.tick}>
            <input
              type="checkbox"
              checked={isAllTicked}
              aria-label={t(rows.length > tickable.length ? 'select.first' : 'select.all', { count: tickable.length })}
              onChange={() =>
                onTick(
                  tickable.map(({ id }) => id),
                  !isAllTicked,
                )
              }
            />
          </th>
          <th scope="col" aria-sort="descending">
            {t('column.date')} <Icon as={ArrowDown} size="s" />
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
          <th scope="col">{t('column.actions')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <AppointmentRow
            key={row.id}
            row={row}
            now={now}
            isChosen={row.id === chosenId}
            isCursor={row.id === cursorId}
            isTicked={ticked.has(row.id)}
            onTick={() => onTick([row.id], !ticked.has(row.id))}
            onOpen={() => onOpen(row.id)}
            onFocus={() => onFocus(row.id)}
            actions={actions}
          />
        ))}
      </tbody>
    </Table>
  );
}
