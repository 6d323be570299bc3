import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type { ChannelCard } from '#contract/community/channels.ts';
import { useEndOfFirstView } from '#web/lib/first-view.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { ChannelsQuery } from './use-channels.ts';
import styles from './channel-list.module.css';

interface Props {
  query: ChannelsQuery;
  empty: string;
  className?: string;
  children: (channel: ChannelCard) => ReactNode;
}

/** A list of communities, or its state: loading, failed or empty. */
export function ChannelList({ query, empty, className, children }: Props) {
  const { t } = useTranslation('community');
  useEndOfFirstView(!query.isPending);
  if (query.isPending)
    return (
      <div className={styles.list} aria-busy="true">
        <SkeletonRows rows={6} />
      </div>
    );
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t('channels.error')}
        text={t('channels.error.text')}
        onRetry={() => void query.refetch()}
        busy={query.isRefetching}
      />
    );
  const channels = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (channels.length === 0) return <EmptyState title={empty} />;
  return (
    <>
      <ul className={className ?? styles.list}>
        {channels.map((channel) => (
          <li key={channel.id}>{children(channel)}</li>
        ))}
      </ul>
      <LoadMore query={query}>{t('more')}</LoadMore>
    </>
  );
}
