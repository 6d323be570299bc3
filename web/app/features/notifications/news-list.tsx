import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { NewsRows } from './news-rows.tsx';
import styles from './news.module.css';

/** Lists all notifications, or only the unread ones, page by page. */
export function NewsList({ unreadOnly = false }: { unreadOnly?: boolean }) {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  const query = useInfiniteQuery(
    api.notifications.listNotifications.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, unread_only: unreadOnly }),
      initialPageParam: undefined,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    }),
  );
  if (query.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <div className={styles.waiting}>
          <SkeletonRows rows={6} />
        </div>
      </div>
    );
  if (!query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const rows = query.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0 && !query.hasNextPage)
    return unreadOnly ? (
      <EmptyState title={t('emptyUnread')} />
    ) : (
      <EmptyState title={t('empty')} text={t('empty.text')} />
    );
  return (
    <>
      {rows.length > 0 && (
        <div className={styles.sheet}>
          <NewsRows rows={rows} />
        </div>
      )}
      <LoadMore query={query}>{t('more')}</LoadMore>
    </>
  );
}
