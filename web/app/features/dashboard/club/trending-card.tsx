import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { LoadError } from '../load-error.tsx';
import styles from './club.module.css';

/** What the community talks about most this week. */
export function TrendingCard() {
  const { t } = useTranslation('dashboard-cards');
  const { data, error, isError, isFetching, refetch } = useQuery(api.community.trendingTop3.queryOptions());
  return (
    <Card
      className={styles.card}
      title={t('trending.title')}
      aria-busy={!data && !isError}
      action={
        <LocalisedLink className="link small" to="/community/hot-topics">
          {t('trending.all')}
        </LocalisedLink>
      }
    >
      {data?.length ? (
        <ol className={styles.rows}>
          {data.map(({ id, title, posts_last7 }, at) => (
            <li key={id}>
              <span className={styles.rank} aria-hidden="true">
                {at + 1}
              </span>
              <span>
                <LocalisedLink className={styles.name} to={`/community/t/${encodeURIComponent(id)}`}>
                  {title}
                </LocalisedLink>
                <small>{t('trending.posts', { count: posts_last7 })}</small>
              </span>
            </li>
          ))}
        </ol>
      ) : data ? (
        <EmptyState title={t('trending.none')} text={t('trending.none_text')} />
      ) : isError ? (
        <LoadError error={error} text={t('trending.failed')} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Card>
  );
}
