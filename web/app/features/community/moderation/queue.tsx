import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportReason } from '#contract/community/terms.ts';
import { api } from '#web/lib/api.ts';
import { onLiveEvent } from '#web/lib/live-listeners.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { paged } from '../feed/paged.ts';
import { CaseView } from './case-view.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { OpenCases } from './open-cases.tsx';
import { ReasonFilter, useAskedReason } from './reason-filter.tsx';
import styles from './moderation.module.css';

interface Props {
  channelId: string | undefined;
  status: 'open' | 'decided';
}

/** Loads the cases page by page. They are loaded again when another moderator decides a case. */
function useReports(channelId: string | undefined, status: Props['status'], reason: ReportReason | undefined) {
  useEffect(
    () =>
      onLiveEvent(
        'moderation.changed',
        () => void queryClient.invalidateQueries({ queryKey: api.community.listReports.key() }),
      ),
    [],
  );
  return useInfiniteQuery(
    api.community.listReports.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channelId, status, reason, cursor }),
      ...paged,
    }),
  );
}

/** The queue. The most serious open case is first. Decided cases start with the newest. */
export function Queue({ channelId, status }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const asked = useAskedReason();
  const reason = status === 'open' ? asked : undefined;
  const query = useReports(channelId, status, reason);
  if (query.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <SkeletonRows rows={4} />
      </div>
    );
  if (query.isError && !query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const { pages } = query.data;
  const cases = pages.flatMap(({ rows }) => rows);
  const more = <LoadMore query={query}>{t('more')}</LoadMore>;
  if (status === 'decided')
    return cases.length === 0 ? (
      <EmptyState title={t('moderation:empty.decided')} text={t('moderation:empty.decided.text')} />
    ) : (
      <>
        <ol className={styles.sheet}>
          {cases.map((found) => (
            <CaseView key={found.id} found={found} />
          ))}
        </ol>
        {more}
      </>
    );
  const { open_count = 0, open_by_reason = [], open_by_channel = [] } = pages[0] ?? {};
  return (
    <>
      {open_count > 0 && <ReasonFilter openCount={open_count} counts={open_by_reason} />}
      {cases.length > 0 ? (
        <OpenCases cases={cases}>{more}</OpenCases>
      ) : (
        <NothingWaits
          isFiltered={reason !== undefined}
          openHere={open_count}
          openEverywhere={open_by_channel.reduce((sum, { count }) => sum + count, 0)}
        />
      )}
    </>
  );
}
