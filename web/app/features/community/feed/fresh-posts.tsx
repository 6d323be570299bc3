import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostPage } from '#contract/community/content.ts';
import { call } from '#web/lib/api.ts';
import { onLiveEvent } from '#web/lib/live-listeners.ts';
import { queryClient } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './post-card.module.css';

interface Props {
  queryKey: QueryKey;
  input: {
    view: 'all' | 'exclusive';
    sort: 'latest' | 'hot' | 'unanswered';
    scope: 'everywhere' | 'joined';
    languages: 'all' | undefined;
  };
}

type Pages = InfiniteData<PostPage>;
/**
 * The scroll position in pixels up to which new posts appear automatically. A person who has scrolled further down is
 * reading, so the text must not move.
 */
const top_px = 120;

/**
 * The posts that others write while the feed is open. At the top of the page they appear automatically. Further down, a
 * button shows them.
 */
export function FreshPosts({ queryKey, input }: Props) {
  const { t } = useTranslation('community');
  const [waiting, setWaiting] = useState<PostPage['rows']>([]);
  const key = JSON.stringify(queryKey);

  const show = useCallback(
    (rows: PostPage['rows']) => {
      setWaiting([]);
      queryClient.setQueryData<Pages>(JSON.parse(key) as QueryKey, (now) => now && withRows(now, rows));
    },
    [key],
  );

  useEffect(() => {
    setWaiting([]);
    let isOver = false;
    const asked: Props['input'] = input;
    const look = async () => {
      const { rows } = await call.community.listFeed({ ...asked, limit: 20 });
      // The service may have answered a running request before the new post. That answer must not replace the post.
      const shown = queryClient.getQueryCache().find<Pages>({ queryKey: JSON.parse(key) as QueryKey });
      await shown?.promise?.catch(() => undefined);
      // The reader has left this list or chosen another order during the request, so these posts no longer belong to
      // the list.
      if (isOver) return;
      const known = new Set(shown?.state.data?.pages.flatMap((page) => page.rows.map(({ id }) => id)));
      const fresh = rows.filter(({ id }) => !known.has(id));
      if (window.scrollY <= top_px) show(fresh);
      else setWaiting(fresh);
    };
    // If the feed cannot be loaded now, the next event causes another attempt.
    const stop = onLiveEvent('feed.changed', () => void look().catch(() => undefined));
    return () => {
      isOver = true;
      stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says all that the input says
  }, [key, show]);

  return (
    <Stack align="center" className={styles.fresh} role="status">
      {waiting.length > 0 && (
        <Button
          size="s"
          variant="ink"
          onClick={() => {
            show(waiting);
            window.scrollTo({ top: 0 });
          }}
        >
          <Icon as={ArrowUp} size="s" />
          {t('feed.fresh', { count: waiting.length })}
        </Button>
      )}
    </Stack>
  );
}

function withRows(now: Pages, rows: PostPage['rows']): Pages {
  const [first, ...rest] = now.pages;
  if (!first || rows.length === 0) return now;
  return { ...now, pages: [{ ...first, rows: [...rows, ...first.rows] }, ...rest] };
}
