import { ChevronLeft } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Me } from '#contract/identity.ts';
import { useEndOfFirstView } from '#web/lib/first-view.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { later } from '#web/lib/later.ts';
import { Page } from '../layout/page.tsx';
import { usePresence } from '../layout/use-my-community.ts';
import { remember } from '../local/recent.ts';
import { channelPath } from '../parts/links.ts';
import { Article } from './article.tsx';
import { Comments } from './comments.tsx';
import { type CommentSort, commentSorts, usePost } from './use-post.ts';
import styles from './post.module.css';

const PostAside = later(() => import('./post-aside.tsx'));

export function PostPage({ user, postId }: { user: Me; postId: string }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const [params] = useSearchParams();
  const sort: CommentSort = commentSorts.find((one) => one === params.get('sort')) ?? 'best';
  const query = usePost(postId, sort);
  const post = query.data?.post;
  const resume = useFirst(post?.resume);
  useEffect(() => {
    if (post) remember({ path: channelPath(post.channel.slug), name: post.channel.name });
  }, [post]);
  usePresence(post?.channel.id);
  useEndOfFirstView(!query.isPending);

  const aside = (
    <Suspense>
      <PostAside slug={post?.channel.slug} />
    </Suspense>
  );

  if (!query.data || !post || !resume) {
    const code = refusalOf(query.error)?.code;
    return (
      <Page aside={aside}>
        {query.isPending ? (
          <div className={styles.sheet} aria-busy="true">
            <SkeletonRows rows={6} />
          </div>
        ) : code === 'NOT_FOUND' || code === 'INVALID_INPUT' ? (
          <EmptyState title={t('post.notFound')} text={t('post.notFound.text')} />
        ) : (
          <ErrorState
            title={errorText(query.error)}
            text=""
            onRetry={() => void query.refetch()}
            busy={query.isRefetching}
          />
        )}
      </Page>
    );
  }
  return (
    <Page aside={aside}>
      <title>{`${post.title} · Flaira`}</title>
      <p className={styles.crumb}>
        <Icon as={ChevronLeft} size="s" />
        <LocalisedLink to={channelPath(post.channel.slug)}>fl@{post.channel.slug}</LocalisedLink>
      </p>
      <div className={styles.sheet}>
        <Article post={post} />
        <Comments
          user={user}
          post={post}
          page={query.data.comments}
          sort={sort}
          resume={resume}
          isSorting={query.isFetching}
        />
      </div>
    </Page>
  );
}

/**
 * Returns the position up to which the reader had read when the page opened. Reading changes the stored position only
 * for the next visit.
 */
function useFirst<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value);
  // `first` is set during rendering and not in an effect. The first frame with the post therefore already shows where
  // to continue.
  if (first === undefined && value !== undefined) setFirst(value);
  return first;
}
