import { CircleAlert, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './table.module.css';
import { timeLeft } from './queue-groups.ts';

/** Returns a function that gives the remaining time as text, for example '3 h 12 min' or 'Late by 24 min'. */
export function useTimeLeftText() {
  const { t } = useTranslation('studio');
  return (due_at: string, now: number) => {
    const { kind, hours, minutes } = timeLeft(due_at, now);
    const length =
      hours > 0
        ? t('time.hours', { hours, minutes: String(minutes).padStart(2, '0') })
        : t('time.minutes', { minutes });
    return { kind, length, text: kind === 'late' ? t('time.late', { length }) : length };
  };
}

/**
 * Shows the remaining time in words, and below it the time at which the case is due. If the case is not due today, the
 * day is shown as well.
 */
export function DueCell({ due_at, now }: { due_at: string; now: number }) {
  const { time, weekTime } = useFormat();
  const { kind, text } = useTimeLeftText()(due_at, now);
  const isToday = new Date(due_at).toDateString() === new Date(now).toDateString();
  return (
    <time dateTime={due_at} className={styles.due} data-kind={kind}>
      <span className={styles.dueText}>
        {kind === 'late' && <Icon as={CircleAlert} size="s" />}
        {text}
      </span>
      <span className={styles.dueHour}>{isToday ? time(due_at) : weekTime(due_at)}</span>
    </time>
  );
}

/** Shows the time when a case was signed. A signed case is never late. */
export function SignedCell({ at }: { at: string }) {
  const { dateTime } = useFormat();
  return (
    <time dateTime={at} className={styles.dueHour}>
      {dateTime(at)}
    </time>
  );
}

/** Shows the remaining time on one line, for example '3 h 12 min left'. */
export function DueLine({ due_at, now }: { due_at: string; now: number }) {
  const { t } = useTranslation('studio');
  const { kind, text, length } = useTimeLeftText()(due_at, now);
  return (
    <time dateTime={due_at} className={styles.dueLine} data-kind={kind}>
      <Icon as={kind === 'late' ? CircleAlert : Clock} size="s" />
      {kind === 'late' ? text : t('time.left', { length })}
    </time>
  );
}
