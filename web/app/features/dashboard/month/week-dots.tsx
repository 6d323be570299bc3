import { useTranslation } from 'react-i18next';
import { useRegion } from '#web/lib/reading-language.ts';
import { useNow } from '#web/lib/use-now.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './month.module.css';
import { type Day, weekOf } from './week.ts';

/** Shows the last seven days, with one dot for each photo. */
export function WeekDots({ uploads }: { uploads: readonly number[] }) {
  const { t } = useTranslation('dashboard-cards');
  const region = useRegion();
  const days = weekOf(uploads, new Date(useNow()));
  const long = new Intl.DateTimeFormat(region, { weekday: 'long' });
  const short = new Intl.DateTimeFormat(region, { weekday: 'short' });
  const list = new Intl.ListFormat(region);
  const name = ({ date, isToday }: Day) => (isToday ? t('month.today') : long.format(date));
  const label = list.format(days.map((day) => t('month.day', { day: name(day), count: day.uploads })));
  const idle = days.filter(({ uploads, isToday }) => uploads === 0 && !isToday);
  return (
    <>
      <div className={styles.week} role="img" aria-label={t('month.week', { days: label })}>
        {days.map((day) => (
          <div key={day.date.getTime()} className={classNames(day.isToday && styles.today)}>
            <div className={styles.column}>
              <Dots {...day} />
            </div>
            <div className={styles.weekday}>{day.isToday ? t('month.today_short') : short.format(day.date)}</div>
          </div>
        ))}
      </div>
      {idle.length > 0 && idle.length < 4 && (
        <p className={styles.idle}>
          {t('month.idle', { days: list.format(idle.map(({ date }) => long.format(date))) })}
        </p>
      )}
    </>
  );
}

function Dots({ dots, more, isToday }: Day) {
  if (dots === 0) return isToday ? <i className={styles.open} /> : <em />;
  return (
    <>
      {more > 0 && <span>+{more}</span>}
      {Array.from({ length: dots }, (_, at) => (
        <i key={at} />
      ))}
    </>
  );
}
