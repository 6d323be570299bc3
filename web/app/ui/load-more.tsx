import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import './load-more.css';

interface Props {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>;
  /** The label of the button, for example 'Show more'. */
  children: ReactNode;
}

/**
 * The button below a list that loads page by page. If the next page fails to load, the list stays and the button tries
 * again.
 */
export function LoadMore({ query, children }: Props) {
  const { t } = useTranslation();
  if (!query.hasNextPage) return null;
  return (
    <div className="load-more">
      {query.isFetchNextPageError && (
        <p className="small" role="alert">
          {t('list.more.failed')}
        </p>
      )}
      <Button size="s" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? t('tryAgain') : children}
      </Button>
    </div>
  );
}
