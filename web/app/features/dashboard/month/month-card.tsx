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
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Tally } from '../tally.tsx';
import styles from './month.module.css';
import { percentOf } from './week.ts';
import { WeekDots } from './week-dots.tsx';

const TargetDialog = lazy(() => import('./target-dialog.tsx'));
const ChallengesDialog = lazy(() => import('./challenges-dialog.tsx'));

/** Shows the number of photos that were taken in the current month. */
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
