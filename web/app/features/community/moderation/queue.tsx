import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { type ReportReason, ReportReasons } from '#contract/community/terms.ts';
import { api } from '#web/lib/api.ts';
import { onLiveEvent } from '#web/lib/live-listeners.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { changed, useQueryParams } from '#web/lib/use-query-params.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { paged } from '../feed/paged.ts';
import { CaseView } from './case-view.tsx';
import { OpenCases } from './open-cases.tsx';
import type { Refused } from './refused-cases.ts';
import styles from './moderation.module.css';

const RefusedDialog = lazy(() => import('./refused-dialog.tsx'));

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

/**
 * The queue, and the dialog with the cases that a decision about several cases could not decide. The dialog is outside
 * the list, because the list disappears when the queue is empty.
 */
export function Queue(props: Props) {
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  return (
    <>
      <Cases {...props} isOn={refused.length === 0} onRefused={setRefused} />
      <Suspense>{refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />}</Suspense>
    </>
  );
}

type CasesProps = Props & Pick<ComponentProps<typeof OpenCases>, 'isOn' | 'onRefused'>;

/** The cases. The most serious open case is first. Decided cases start with the newest. */
function Cases({ channelId, status, isOn, onRefused }: CasesProps) {
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
        <OpenCases cases={cases} isOn={isOn} onRefused={onRefused}>
          {more}
        </OpenCases>
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

interface NothingWaitsProps {
  isFiltered: boolean;
  /** The number of open cases in the chosen community, including those that the filter by reason leaves out. */
  openHere: number;
  /** The number of open cases in all communities of this moderator. */
  openEverywhere: number;
}

/**
 * The text for an empty queue. It names the open cases that the filters leave out. "Nothing waits" is shown only if no
 * community has open cases.
 */
function NothingWaits({ isFiltered, openHere, openEverywhere }: NothingWaitsProps) {
  const { t } = useTranslation(['community', 'moderation']);
  const [, put] = useQueryParams();
  if (isFiltered && openHere > 0)
    return (
      <EmptyState
        title={t('moderation:empty.reason')}
        text={t('moderation:empty.reason.text', { count: openHere })}
        action={
          <Button size="s" onClick={() => put({ reason: null })}>
            {t('moderation:empty.reason.clear')}
          </Button>
        }
      />
    );
  if (openEverywhere > 0)
    return (
      <EmptyState
        title={t('moderation:empty.here')}
        text={t('moderation:empty.here.text', { count: openEverywhere })}
        action={
          <Button size="s" onClick={() => put({ channel: null, reason: null })}>
            {t('moderation:empty.here.all')}
          </Button>
        }
      />
    );
  return <EmptyState title={t('moderation:empty.open')} text={t('moderation:empty.open.text')} />;
}

/** Returns the reason by which the queue is filtered, from the address. */
function useAskedReason(): ReportReason | undefined {
  const [params] = useSearchParams();
  return ReportReasons.find((reason) => reason === params.get('reason'));
}

interface ReasonFilterProps {
  openCount: number;
  counts: readonly { reason: ReportReason; count: number }[];
}

/** Lists the reasons of the open cases, each with its number of cases. The chosen reason is in the address. */
function ReasonFilter({ openCount, counts }: ReasonFilterProps) {
  const { t } = useTranslation(['community', 'moderation']);
  const [params] = useSearchParams();
  const asked = useAskedReason();
  const isListed = asked === undefined || counts.some(({ reason }) => reason === asked);
  const shown = isListed ? counts : [...counts, { reason: asked, count: 0 }];
  const entries = [
    { reason: undefined, label: t('moderation:allReasons'), count: openCount },
    ...shown.map(({ reason, count }) => ({ reason, label: t(`reason.${reason}`), count })),
  ];
  return (
    <nav aria-label={t('moderation:byReason')} className={styles.chips}>
      {entries.map(({ reason, label, count }) => (
        <Link
          key={reason ?? 'all'}
          to={`?${changed(params.toString(), { reason: reason ?? null })}`}
          replace
          preventScrollReset
          aria-current={reason === asked ? 'true' : undefined}
        >
          {label} <span className={styles.count}>{count}</span>
        </Link>
      ))}
    </nav>
  );
}
