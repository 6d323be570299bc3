import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import styles from './list.module.css';
import { useAssign, useCoordinators } from './pane-facts.tsx';
import { StatusMenu } from './status-menu.tsx';
import type { RowActions } from './use-row-actions.ts';

interface Props {
  rows: readonly AdminAppointment[];
  actions: RowActions;
  onClear: () => void;
}

/** Buttons for actions on several appointments together. */
export function BulkBar({ rows, actions, onClear }: Props) {
  const { t } = useTranslation('admin');
  const assign = useAssign();
  const people = useCoordinators(null, null);
  if (rows.length === 0) return null;
  const isTooMany = rows.length > AppointmentLimits.bulk;
  return (
    <div className={styles.bulk} role="region" aria-label={t('select.label')}>
      <strong aria-live="polite">{t('select.count', { count: rows.length })}</strong>
      {isTooMany ? (
        <span>{t('select.tooMany', { max: AppointmentLimits.bulk })}</span>
      ) : (
        <>
          <Button size="xs" onClick={() => actions.openMacro(rows)}>
            {t('macro.send')}
          </Button>
          <StatusMenu rows={rows} onSet={(status) => actions.setStatus.set(rows, status)} />
          <select
            className={styles.select}
            aria-label={t('assign.label')}
            value=""
            onChange={(event) =>
              assign(
                rows.map(({ id }) => id),
                event.target.value === 'none' ? null : event.target.value,
              )
            }
          >
            <option value="" disabled>
              {t('assign.label')}
            </option>
            <option value="none">{t('assign.nobody')}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      <IconButton icon={X} size="s" label={t('select.clear')} onClick={onClear} />
    </div>
  );
}
