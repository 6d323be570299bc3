import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './list.module.css';
import { ageOf, hoursUntil } from './ages.ts';

/**
 * Returns a function that describes an age in words: 'just now', '22 min', '3 d'. After six days the function returns
 * the date, or an empty text if the row already shows the date.
 */
export function useAge(): (at: string, now: number, hasDate?: boolean) => string {
  const { t } = useTranslation('admin');
  const { date } = useFormat();
  return (at, now, hasDate = false) => {
    const age = ageOf(at, now);
    if (age.unit === 'now') return t('age.now');
    if (age.unit === 'date') return hasDate ? '' : date(at);
    return t(`age.${age.unit}`, { value: age.value });
  };
}

/**
 * Shows the next due time of a row, below the status. The urgency is also shown in words, so that it can be understood
 * without the colour.
 */
export function Due({ row, now }: { row: AdminAppointment; now: number }) {
  const { t } = useTranslation('admin');
  const { dayOfYear } = useFormat();
  const { due_at, status_canonical: status } = row;
  if (!due_at) return null;
  const hours = hoursUntil(due_at, now);
  const isLate = row.alternatives ? row.alternatives.is_over : hours < 0 && status !== 'confirmed';
  const words = () => {
    if (row.alternatives) return t(row.alternatives.is_over ? 'due.noTime' : 'due.choice', { hours });
    if (status === 'confirmed') return t('due.appointment', { date: dayOfYear(due_at) });
    if (isLate)
      return hours > -48 ? t('due.late', { hours: -hours }) : t('due.lateDays', { days: Math.floor(-hours / 24) });
    if (status === 'awaiting_payment') return t('due.pay', { hours });
    return hours <= 24 ? t('due.answerIn', { hours }) : t('due.answerBy', { date: dayOfYear(due_at) });
  };
  return (
    <small className={styles.due} data-late={isLate || undefined}>
      {words()}
    </small>
  );
}
