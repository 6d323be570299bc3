import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/refusal.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { DecisionView, type ShownDecision } from './decision-view.tsx';
import styles from './moderation.module.css';

interface Props {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: ShownDecision[]; next_cursor: string | null }>>;
  empty: string;
  /** Draws further content below each decision. */
  children?: (decision: ShownDecision) => ReactNode;
}

export function DecisionList({ query, empty, children }: Props) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  if (query.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <SkeletonRows rows={4} />
      </div>
    );
  if (!query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const rows = query.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState title={empty} />;
  return (
    <>
      <ol className={styles.sheet}>
        {rows.map((decision) => (
          <li key={decision.id} className={styles.case}>
            <DecisionView decision={decision} />
            {children?.(decision)}
          </li>
        ))}
      </ol>
      <LoadMore query={query}>{t('more')}</LoadMore>
    </>
  );
}
