import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostPage } from '#contract/community/content.ts';
import { useEndOfFirstView } from '#web/lib/first-view.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Stack } from '#web/ui/layout.tsx';
import { PostCard } from './post-card.tsx';
import styles from './post-card.module.css';

export type PostsQuery = Pick<
  UseInfiniteQueryResult<InfiniteData<PostPage>>,
  | 'data'
  | 'error'
  | 'isPending'
  | 'isError'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'fetchNextPage'
  | 'refetch'
  | 'isRefetching'
>;

interface Props {
  query: PostsQuery;
  empty: { title: ReactNode; text?: ReactNode; action?: ReactNode };
  hideChannel?: boolean;
}

/**
 * A list of posts, or its state: loading, failed or empty. The next page loads when the reader comes near the end of
 * the list. People who use the keyboard load it with a button. J and K move from post to post.
 */
export function PostList({ query, empty, hideChannel }: Props) {
  const errorText = useErrorText();
  const list = useRef<HTMLUListElement>(null);
  useEndOfFirstView(!query.isPending);
  const walk = (by: 1 | -1) => focusPost(list.current, by);
  useShortcuts({ j: () => walk(1), k: () => walk(-1) });
  if (query.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <SkeletonRows rows={5} />
      </div>
    );
  if (query.isError && !query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const posts = unique(query.data?.pages.flatMap(({ rows }) => rows) ?? []);
  if (posts.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      <ul ref={list} className={styles.sheet}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} hideChannel={hideChannel} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && <More query={query} count={posts.length} list={list} />}
    </>
  );
}

/**
 * Moves the focus to the post after or before the focused one. If no post has the focus, the first visible post gets
 * it.
 */
function focusPost(list: HTMLUListElement | null, by: 1 | -1) {
  const rows = [...(list?.children ?? [])];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = now >= 0 ? rows[now + by] : rows.find((row) => row.getBoundingClientRect().top >= 0);
  const link = next?.querySelector<HTMLElement>('h2 a');
  link?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** Removes duplicates. A post that moved up in the meantime would otherwise appear on two pages. */
function unique<Row extends { id: string }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function More({
  query,
  count,
  list,
}: {
  query: PostsQuery;
  count: number;
  list: React.RefObject<HTMLUListElement | null>;
}) {
  const { t } = useTranslation(['community', 'ui']);
  const button = useRef<HTMLButtonElement>(null);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query;

  useEffect(() => {
    if (!button.current || isFetchNextPageError) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        // While the button has the focus, the reader loads the next page by pressing it, so the page does not load
        // automatically.
        if (entry?.isIntersecting && document.activeElement !== button.current) void fetchNextPage();
      },
      { rootMargin: '600px' },
    );
    watch.observe(button.current);
    return () => watch.disconnect();
  }, [fetchNextPage, isFetchNextPageError, count]);

  /** Loads the next page and moves the focus to its first post. Otherwise the focus would be behind all new posts. */
  const goOn = async () => {
    await fetchNextPage();
    focusSoon(() => list.current?.children[count]?.querySelector('h2 a'));
  };
  return (
    <Stack align="center" className={styles.more}>
      <Button ref={button} size="s" busy={isFetchingNextPage} busyLabel={t('ui:loading')} onClick={() => void goOn()}>
        {t(isFetchNextPageError ? 'ui:tryAgain' : 'more')}
      </Button>
    </Stack>
  );
}
