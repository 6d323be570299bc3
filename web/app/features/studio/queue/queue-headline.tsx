import { useTranslation } from 'react-i18next';
import type { QueueRow } from '#contract/cases.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './queue.module.css';
import { type Filter, summarise } from './queue-groups.ts';

/** Returns a function that writes a small number as a word and a larger number in digits. */
function useAmount() {
  const { t } = useTranslation('studio');
  const words = t('number.words').split(',');
  return (count: number) => words[count] ?? String(count);
}

export function QueueHeadline({
  rows,
  filter,
  now,
}: {
  rows: readonly QueueRow[] | undefined;
  filter: Filter;
  now: number;
}) {
  const { t } = useTranslation('studio');
  const { time, longDay } = useFormat();
  const amount = useAmount();
  if (!rows) return <h1 className={styles.headline}>{t(`title.${filter}`)}</h1>;
  if (filter !== 'open') {
    return (
      <header>
        <h1 className={styles.headline}>{t(`title.${filter}`)}</h1>
        <p className={styles.lead}>{t(`lead.${filter}`)}</p>
      </header>
    );
  }
  const { dueToday, late, next } = summarise(rows, now);
  const isToday = next !== null && new Date(next).toDateString() === new Date(now).toDateString();
  const sentences = [
    late > 0 && t('headline.late', { count: late, amount: amount(late) }),
    next &&
      (isToday
        ? t('headline.next_today', { time: time(next) })
        : t('headline.next_later', { day: longDay(next), time: time(next) })),
  ].filter(Boolean);
  return (
    <header>
      <h1 className={styles.headline}>
        {dueToday === 0 ? t('headline.none') : t('headline.due', { count: dueToday, amount: amount(dueToday) })}
      </h1>
      <p className={styles.lead}>{sentences.length > 0 ? sentences.join(' ') : t('headline.calm')}</p>
    </header>
  );
}
