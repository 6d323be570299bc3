import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import styles from './inbox.module.css';

interface Props {
  rows: readonly InboxRow[];
  onHandle: () => void;
  onClear: () => void;
}

/** What can be done with several entries at once. */
export function InboxBulkBar({ rows, onHandle, onClear }: Props) {
  const { t } = useTranslation('admin');
  if (rows.length === 0) return null;
  return (
    <div className={styles.bulk} role="region" aria-label={t('inbox.selected')}>
      <strong aria-live="polite">{t('select.count', { count: rows.length })}</strong>
      {rows.length > AppointmentLimits.bulk ? (
        <span>{t('select.tooMany', { max: AppointmentLimits.bulk })}</span>
      ) : (
        <Button size="xs" onClick={onHandle}>
          {t('inbox.handleSelected')}
        </Button>
      )}
      <IconButton icon={X} size="s" label={t('select.clear')} onClick={onClear} />
    </div>
  );
}
