import { useMutation } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CommentPage, Post } from '#contract/community/content.ts';
import type { Me } from '#contract/identity.ts';
import { call } from '#web/lib/api.ts';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { SortLinks } from '../feed/sort-links.tsx';
import { branches, merged } from './comment-tree.ts';
import { Composer } from './composer.tsx';
import { Thread } from './thread.tsx';
import { changeComments, type CommentSort, commentSorts, putComments } from './use-post.ts';
import styles from './post.module.css';

interface Props {
  user: Me;
  post: Post;
  page: CommentPage;
  sort: CommentSort;
  resume: Post['resume'];
  isSorting: boolean;
}

export function Comments({ user, post, page, sort, resume, isSorting }: Props) {
  const { t } = useTranslation('community');
  const tree = branches(page.rows);
  useWanted(post.id, resume);
  return (
    <Stack
      as="section"
      id="comments"
      gap={20}
      align="start"
      className={styles.threads}
      aria-label={t('comments.label')}
      aria-busy={isSorting}
    >
      <Row gap={16} rowGap={4} align="center" justify="between" wrap>
        <h2 className={styles.count}>{t('post.comments', { count: page.total })}</h2>
        {page.total > 1 && (
          <SortLinks
            name="sort"
            label={t('sort.label')}
            current={sort}
            options={commentSorts.map((key) => ({ key, label: t(`comments.${key}`) }))}
          />
        )}
      </Row>
      <Resume postId={post.id} resume={resume} />
      {post.can_comment ? (
        <Composer user={user} post={post} parentId={null} label={t('comments.write')} />
      ) : (
        post.comment_block && <p className={styles.block}>{t(`comments.block.${post.comment_block}`)}</p>
      )}
      {tree.length === 0 ? (
        <p className={styles.none}>{t('comments.none')}</p>
      ) : (
        <ul className={styles.list}>
          {tree.map((branch) => (
            <Thread key={branch.comment.id} branch={branch} user={user} post={post} />
          ))}
        </ul>
      )}
      {page.next_cursor && <MoreComments post={post} page={page} sort={sort} />}
    </Stack>
  );
}

function MoreComments({ post, page, sort }: { post: Post; page: CommentPage; sort: CommentSort }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: (cursor: string) => call.community.listComments({ post_id: post.id, sort, cursor }),
    onSuccess: (came) => {
      changeComments(post.id, (now) => ({ ...now, rows: merged(now.rows, came.rows), next_cursor: came.next_cursor }));
      // The focus moves to the first new comment.
      focusSoon(() => document.getElementById(`comment-${came.rows[0]?.id}`));
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <Button size="s" busy={isPending} onClick={() => page.next_cursor && mutate(page.next_cursor)}>
      {t('comments.more')}
    </Button>
  );
}

/**
 * Scrolls to a comment and gives it the focus. If the page does not contain the comment yet, the comment is loaded
 * first.
 */
async function goTo(postId: string, commentId: string, takesFocus = true) {
  const find = () => document.getElementById(`comment-${commentId}`);
  if (!find()) {
    const { comments } = await call.community.getComment({ comment_id: commentId });
    putComments(postId, comments);
    await new Promise((drawn) => setTimeout(drawn, 50));
  }
  const element = find();
  element?.scrollIntoView({ block: 'center' });
  if (takesFocus) element?.focus({ preventScroll: true });
}

/**
 * Scrolls to the comment that the address names, for example after a link from a notification or a search. With
 * ?resume=1 the page scrolls to the first new comment.
 */
function useWanted(postId: string, resume: Post['resume']) {
  const [params] = useSearchParams();
  const wanted = params.get('comment') ?? (params.has('resume') ? resume.first_unread_comment_id : null);
  const isToWrite = params.has('write');
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (!wanted || done.current === wanted) return;
    done.current = wanted;
    // If the comment was deleted, the reader stays at the top of the thread.
    void goTo(postId, wanted, !isToWrite).catch(() => undefined);
  }, [postId, wanted, isToWrite]);
}

function Resume({ postId, resume }: { postId: string; resume: Post['resume'] }) {
  const { t } = useTranslation('community');
  const [isShown, setShown] = useState(true);
  const first = resume.first_unread_comment_id;
  if (!first || !isShown) return null;
  return (
    <p className={styles.resume}>
      <span>{t('resume.text', { count: resume.unread_count })}</span>
      <Button
        size="xs"
        variant="quiet"
        onClick={() => {
          setShown(false);
          void goTo(postId, first).catch(() => undefined);
        }}
      >
        <Icon as={ArrowDown} size="s" />
        {t('resume.go')}
      </Button>
    </p>
  );
}
