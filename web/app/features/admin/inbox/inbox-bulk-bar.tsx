import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './inbox.module.css';
import { appointmentsOf } from './macro-for-entries.tsx';
import type { Doing } from './use-doing.ts';

interface Props {
  rows: readonly InboxRow[];
  /** True if the entries are snoozed. The button then ends the snooze. */
  isSnoozed: boolean;
  onStart: (what: Doing) => void;
  onClear: () => void;
}

/** Buttons for actions on several entries together. */
export function InboxBulkBar({ rows, isSnoozed, onStart, onClear }: Props) {
  const { t } = useTranslation('admin');
  if (rows.length === 0) return null;
  return (
    <Row gap={8} align="center" wrap className={styles.bulk} role="region" aria-label={t('inbox.selected')}>
      <strong aria-live="polite">{t('select.count', { count: rows.length })}</strong>
      {rows.length > AppointmentLimits.bulk ? (
        <span>{t('select.tooMany', { max: AppointmentLimits.bulk })}</span>
      ) : (
        <>
          <Button size="xs" onClick={() => onStart('handle')}>
            {t('inbox.handleSelected')}
          </Button>
          <Button size="xs" onClick={() => onStart('snooze')}>
            {t(isSnoozed ? 'inbox.wake' : 'inbox.snooze')}
          </Button>
          <Button size="xs" onClick={() => onStart('assign')}>
            {t('assign.label')}
          </Button>
          {appointmentsOf(rows).length > 0 && (
            <Button size="xs" onClick={() => onStart('macro')}>
              {t('macro.send')}
            </Button>
          )}
        </>
      )}
      <IconButton icon={X} size="s" label={t('select.clear')} onClick={onClear} />
    </Row>
  );
}
