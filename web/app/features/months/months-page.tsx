import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Pose, Poses } from '#contract/intake.ts';
import { api } from '#web/lib/api.ts';
import { BackLink } from '#web/lib/sub-page.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './months.module.css';
import { Pair } from './pair.tsx';
import { shotsOf } from './shots.ts';

/**
 * The page that compares two images of one face side by side. They are photos months apart, or a photo and its
 * simulation.
 */
export function MonthsPage() {
  const { t } = useTranslation('months');
  const [pose, setPose] = useState<Pose>('front');
  const published = useQuery(api.caseFlow.listMyPublished.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const shots = shotsOf(published.data ?? [], pose);
  return (
    <main id="content" className={`page ${styles.page}`}>
      <BackLink to="/dashboard">{t('back')}</BackLink>
      <h1 className="h2">{t('heading')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      {published.isPending && <Skeleton shape="block" />}
      {published.isError && !published.data && (
        <ErrorState error={published.error} onRetry={() => void published.refetch()} busy={published.isFetching} />
      )}
      {published.data &&
        (shots.length < 2 ? (
          <EmptyState title={t('none')} text={t('none_text')} />
        ) : (
          <>
            <SegmentedControl
              label={t('pose')}
              value={pose}
              options={Poses.map((value) => ({ value, label: t(`pose.${value}`) }))}
              onChange={setPose}
              size="s"
            />
            <Pair key={pose} shots={shots} />
          </>
        ))}
    </main>
  );
}
