import { useMutation } from '@tanstack/react-query';
import { ArrowBigUp, Bookmark, Lock, MessageCircle, Pin, Stethoscope } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PostCard as Post } from '#contract/community/content.ts';
import { call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Row } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDueSign } from '../parts/answer-due.ts';
import { Author } from '../parts/author.tsx';
import { Letter } from '../parts/letter.tsx';
import { channelPath, postPath, tagPath } from '../parts/links.ts';
import { likedAs } from './liked-as.ts';
import { keepPost, patchPost } from './post-cache.ts';
import styles from './post-card.module.css';

interface Props {
  post: Post;
  /** True on the page of a community, because otherwise every row would repeat the community's name. */
  hideChannel?: boolean;
}

export function PostCard({ post, hideChannel }: Props) {
  const { t } = useTranslation('community');
  // Authors also see their own hidden and removed posts here. Nobody can like or save such a post.
  const isShown = post.state === 'visible';
  return (
    <article className={styles.post} data-read={post.is_read || undefined} aria-labelledby={`post-${post.id}`}>
      <div className={`${styles.vote} only-large`}>{isShown && <LikeButton post={post} />}</div>
      <div>
        <Byline post={post} hideChannel={hideChannel} />
        <h2 className={styles.title} id={`post-${post.id}`}>
          <LocalisedLink to={postPath(post.id)}>
            <bdi lang={post.lang ?? undefined}>{post.title}</bdi>
          </LocalisedLink>
        </h2>
        {post.excerpt && (
          <p className={styles.excerpt} lang={post.lang ?? undefined} dir="auto">
            {post.excerpt}
          </p>
        )}
        {post.image_url && <img className={styles.image} src={post.image_url} alt="" loading="lazy" decoding="async" />}
        <div className={styles.acts}>
          {isShown && (
            <span className="only-small">
              <LikeButton post={post} />
            </span>
          )}
          <LocalisedLink to={`${postPath(post.id)}#comments`} className={styles.act}>
            <Icon as={MessageCircle} size="s" />
            <span aria-hidden="true">{post.comments_count}</span>
            <span className="visually-hidden">{t('post.comments', { count: post.comments_count })}</span>
          </LocalisedLink>
          {isShown && <SaveButton post={post} />}
          {post.unread_comments_count !== null && post.unread_comments_count > 0 && (
            <LocalisedLink to={`${postPath(post.id)}?resume=1`} className={styles.unread}>
              {t('post.unread', { count: post.unread_comments_count })}
            </LocalisedLink>
          )}
          <Row as="ul" gap={6} wrap className={styles.tags}>
            {post.tags.map(({ tag, title }) => (
              <li key={tag}>
                <LocalisedLink to={tagPath(tag)} className={styles.tag}>
                  <bdi>#{title}</bdi>
                </LocalisedLink>
              </li>
            ))}
          </Row>
        </div>
      </div>
    </article>
  );
}

function Byline({ post, hideChannel }: Props) {
  const { t } = useTranslation('community');
  return (
    <Row as="p" gap={10} rowGap={4} align="center" wrap className={styles.by}>
      {!hideChannel && (
        <LocalisedLink to={channelPath(post.channel.slug)} className={styles.channel}>
          <Letter name={post.channel.name} url={post.channel.icon_url} />
          fl@{post.channel.slug}
        </LocalisedLink>
      )}
      <Author person={post.author} />
      <Ago moment={post.created_at} />
      {post.is_pinned && <Sign icon={Pin} label={t('post.pinned')} />}
      {post.is_locked && <Sign icon={Lock} label={t('post.locked')} />}
      {post.is_asking_practitioner && <AskingSign dueAt={post.answer_due_at} />}
      {post.state === 'held' && <Sign icon={Lock} label={t('post.held')} />}
    </Row>
  );
}

function AskingSign({ dueAt }: { dueAt: Post['answer_due_at'] }) {
  const { t } = useTranslation('community');
  const due = useDueSign(dueAt);
  return <Sign icon={Stethoscope} label={due ? `${t('post.asking')} · ${due}` : t('post.asking')} />;
}

function Sign({ icon, label }: { icon: typeof Pin; label: string }) {
  return (
    <span className={styles.sign}>
      <Icon as={icon} size="s" />
      {label}
    </span>
  );
}

export function LikeButton({ post }: { post: Post }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const like = useLike(post);
  return (
    <button type="button" className={styles.like} aria-pressed={post.is_liked} onClick={like}>
      <Icon as={ArrowBigUp} />
      <span className="visually-hidden">{t('post.like')} </span>
      <span>{format.number(post.likes_count)}</span>
    </button>
  );
}

export function SaveButton({ post }: { post: Post }) {
  const { t } = useTranslation('community');
  const save = useSave(post);
  return (
    <button type="button" className={styles.act} aria-pressed={post.is_saved} onClick={save}>
      <Icon as={Bookmark} size="s" className={styles.saveIcon} />
      {t(post.is_saved ? 'post.saved' : 'post.save')}
    </button>
  );
}

/**
 * Returns the function that likes a post, or removes the reader's like if the reader has already liked it. The change
 * is shown at once, and undone if the service refuses. Quick clicks on one post are sent one after the other, so the
 * last click decides the result.
 */
function useLike(post: Post) {
  const errorText = useErrorText();
  const { mutate } = useMutation({
    scope: { id: `like-${post.id}` },
    mutationFn: (is_liked: boolean) => call.community.setLiked({ post_id: post.id, is_liked }),
    onMutate: (is_liked) =>
      patchPost(post.id, (now) => ({
        is_liked,
        likes_count: now.likes_count + Number(is_liked) - Number(now.is_liked),
      })),
    onSuccess: (answer) => keepPost(post.id, (now) => likedAs(now, answer)),
    onError: (error, is_liked) => {
      patchPost(post.id, (now) => ({
        is_liked: !is_liked,
        likes_count: now.likes_count + Number(!is_liked) - Number(now.is_liked),
      }));
      toast({ kind: 'error', title: errorText(error) });
    },
  });
  return () => mutate(!post.is_liked);
}

function useSave(post: Post) {
  const errorText = useErrorText();
  const { mutate } = useMutation({
    scope: { id: `save-${post.id}` },
    mutationFn: (is_saved: boolean) => call.community.setSaved({ post_id: post.id, is_saved }),
    onMutate: (is_saved) => patchPost(post.id, () => ({ is_saved })),
    onSuccess: (_, is_saved) => keepPost(post.id, () => ({ is_saved })),
    onError: (error, is_saved) => {
      patchPost(post.id, () => ({ is_saved: !is_saved }));
      toast({ kind: 'error', title: errorText(error) });
    },
  });
  return () => mutate(!post.is_saved);
}
