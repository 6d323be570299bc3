import { ExternalLink, Pencil, Target } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardSummary } from '#contract/progress.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useRegion } from '#web/lib/reading-language.ts';
import { useNow } from '#web/lib/use-now.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Tally } from '../tally.tsx';
import styles from './month.module.css';

const TargetDialog = lazy(() => import('./target-dialog.tsx'));
const ChallengesDialog = lazy(() => import('./challenges-dialog.tsx'));

/** Shows the photos of the current month and of the last seven days, and opens the target and the challenges. */
export function MonthCard({ progress }: { progress: DashboardSummary['progress'] }) {
  const { t } = useTranslation('dashboard-cards');
  const locale = useLocale();
  const region = useRegion();
  const [open, setOpen] = useState<'target' | 'challenges'>();
  const close = () => setOpen(undefined);
  const { uploads_month, monthly_target, weekly_uploads } = progress;
  const month = new Intl.DateTimeFormat(region, { month: 'long' }).format(useNow());
  const figures = [
    ['joined', progress.challenges_joined],
    ['completed', progress.challenges_completed],
    ['friends', progress.shares_friends],
    ['community', progress.shares_community],
  ] as const;
  return (
    <Card
      className={styles.card}
      title={<span className={styles.name}>{month}</span>}
      action={
        <a
          className={`link small ${styles.away}`}
          href={inLanguage('/community', locale)}
          target="_blank"
          rel="noopener"
        >
          {t('month.to_community')}
          <Icon as={ExternalLink} size="s" label={t('new_tab')} />
        </a>
      }
    >
      <Tally
        value={uploads_month}
        of={t('month.of', { count: monthly_target })}
        label={t('month.progress')}
        reached={percentOf(uploads_month, monthly_target)}
        max={100}
      >
        <IconButton icon={Pencil} size="s" label={t('month.change_target')} onClick={() => setOpen('target')} />
      </Tally>
      <WeekDots uploads={weekly_uploads} />
      <dl className={styles.pairs}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`month.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Button size="s" onClick={() => setOpen('challenges')}>
        <Icon as={Target} size="s" />
        {t('challenges.open')}
      </Button>
      <Suspense>
        {open === 'target' && <TargetDialog target={monthly_target} onClose={close} />}
        {open === 'challenges' && <ChallengesDialog onClose={close} />}
      </Suspense>
    </Card>
  );
}

/** Shows the last seven days, with one dot for each photo. */
function WeekDots({ uploads }: { uploads: readonly number[] }) {
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

interface Day {
  /** The day as an instant at local noon, so that a clock change does not shift the date. */
  date: Date;
  uploads: number;
  isToday: boolean;
  /** The number of dots, at most `mostDots`. `more` is the number of photos without a dot. */
  dots: number;
  more: number;
}

const mostDots = 4;

/**
 * Returns seven counts with their days. Today is last. If a day has more photos than dots, `more` is the number of
 * photos without a dot.
 */
export function weekOf(uploads: readonly number[], now: Date): Day[] {
  return uploads.map((count, at) => {
    const date = new Date(now);
    date.setHours(12, 0, 0, 0);
    date.setDate(date.getDate() - (uploads.length - 1 - at));
    const dots = Math.min(count, mostDots);
    return { date, uploads: count, isToday: at === uploads.length - 1, dots, more: count - dots };
  });
}

/** Returns how much of the target is reached, as a percentage from 0 to 100. A target below 1 is treated as 1. */
export function percentOf(uploads: number, target: number): number {
  return Math.min(100, Math.max(0, Math.round((uploads / Math.max(1, target)) * 100)));
}
