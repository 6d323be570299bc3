import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/card.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './dashboard.module.css';
import { FriendsCard } from './friends/friends-card.tsx';
import { LoadError } from './load-error.tsx';
import { MonthCard } from './month/month-card.tsx';
import { useSummary } from './use-summary.ts';

/** Draws two cards: the photos of the current month, and the friends. */
export default function DailyRow() {
  const { t } = useTranslation('dashboard-cards');
  const { data, error, isError, isFetching, refetch } = useSummary();
  if (data)
    return (
      <div className={styles.daily}>
        <MonthCard progress={data.progress} />
        <FriendsCard friends={data.friends} friends_count={data.friends_count} friend_requests={data.friend_requests} />
      </div>
    );
  if (isError)
    return (
      <Card className={styles.band} title={t('daily.title')}>
        <LoadError error={error} text={t('daily.failed')} onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    );
  return (
    <div className={styles.daily} aria-hidden="true">
      <Card title={t('month.title')}>
        <Skeleton shape="block" />
      </Card>
      <Card title={t('friends.title')}>
        <SkeletonRows rows={4} />
      </Card>
    </div>
  );
}
