import { useMutation } from '@tanstack/react-query';
import { ArrowBigUp, CornerUpLeft } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment, Post, Signature } from '#contract/community/content.ts';
import type { Me } from '#contract/identity.ts';
import { call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { Ago } from '#web/ui/ago.tsx';
import { later } from '#web/lib/later.ts';
import { Row } from '#web/ui/layout.tsx';
import { Author, RoleBadge } from '../parts/author.tsx';
import { Initials } from '../parts/letter.tsx';
import { RichHtml } from '../parts/rich-html.tsx';
import { likedAs } from '../feed/liked-as.ts';
import card from '../feed/post-card.module.css';
import { useAskedToWrite } from './asked-to-write.ts';
import { CommentMenu } from './comment-menu.tsx';
import { type Branch, repliesOf, withReplies } from './comment-tree.ts';
import { Composer } from './composer.tsx';
import { commentOffers } from './offers.ts';
import { changeComments, patchComment } from './use-post.ts';
import styles from './post.module.css';

const OwnNotes = later(() => import('./own-notes.tsx'));
const AnswerSigns = later(() => import('./answer-signs.tsx'));

/**
 * Whether the code for signatures is needed. Few answers are signed, so this code is loaded only for the first signed
 * answer with co-signatures or actions.
 */
const hasSigns = ({ signed, cosigned, can_cosign }: Comment, { can_moderate }: Post): boolean =>
  signed !== null && (cosigned.length > 0 || can_cosign || can_moderate);

interface Props {
  branch: Branch;
  user: Me;
  post: Post;
}

type Writing = { kind: 'reply' | 'edit'; quote?: string };

/** A comment and its replies. */
export function Thread({ branch: { comment, replies }, user, post }: Props) {
  const { t } = useTranslation('community');
  const [writing, setWriting] = useAskedWriting(comment, post);
  const close = () => setWriting(undefined);
  const isGone = comment.state === 'removed' || comment.state === 'deleted';
  return (
    <li className={styles.comment}>
      <Initials name={comment.author?.display_name ?? '?'} size="l" />
      <div>
        <article
          id={`comment-${comment.id}`}
          tabIndex={-1}
          className={styles.one}
          data-unread={comment.is_unread || undefined}
          aria-label={t('comment.by', { name: comment.author?.display_name ?? t('person.gone') })}
        >
          <Byline comment={comment} />
          {isGone ? (
            <p className={styles.gone}>{t(`comment.${comment.state === 'removed' ? 'removed' : 'deleted'}`)}</p>
          ) : writing?.kind === 'edit' ? (
            <Composer
              user={user}
              post={post}
              parentId={null}
              editing={comment}
              label={t('comment.edit')}
              onClose={close}
            />
          ) : (
            <RichHtml html={comment.body} lang={comment.lang} className={styles.text} />
          )}
          {comment.signed && writing?.kind !== 'edit' && <SignedBy signature={comment.signed} />}
          {hasSigns(comment, post) && writing?.kind !== 'edit' && (
            <Suspense>
              <AnswerSigns comment={comment} post={post} />
            </Suspense>
          )}
          {comment.hold ? (
            <Suspense>
              <OwnNotes hold={comment.hold} />
            </Suspense>
          ) : (
            comment.state === 'held' && <p className={styles.gone}>{t('post.held.text')}</p>
          )}
          {!isGone && writing?.kind !== 'edit' && <Acts comment={comment} post={post} onWrite={setWriting} />}
        </article>
        {writing?.kind === 'reply' && (
          <Composer
            key={writing.quote ?? ''}
            user={user}
            post={post}
            parentId={comment.id}
            quote={writing.quote}
            label={t('comment.replying', { name: comment.author?.display_name ?? t('person.gone') })}
            onClose={close}
          />
        )}
        {replies.length > 0 && (
          <ul className={styles.replies}>
            {replies.map((reply) => (
              <Thread key={reply.comment.id} branch={reply} user={user} post={post} />
            ))}
          </ul>
        )}
        {comment.replies_cursor && <MoreReplies comment={comment} shown={replies.length} />}
      </div>
    </li>
  );
}

interface ActsProps {
  comment: Comment;
  post: Post;
  onWrite: (writing: Writing) => void;
}

function Acts({ comment, post, onWrite }: ActsProps) {
  const { t } = useTranslation('community');
  const offers = commentOffers(comment, post);
  return (
    <div className={`${card.acts} ${styles.commentActs}`}>
      {offers.react && <LikeComment comment={comment} />}
      {offers.reply && (
        <button type="button" className={card.act} onClick={() => onWrite({ kind: 'reply' })}>
          <Icon as={CornerUpLeft} size="s" />
          {t('comment.reply')}
        </button>
      )}
      <CommentMenu
        comment={comment}
        post={post}
        onEdit={() => onWrite({ kind: 'edit' })}
        onQuote={() => onWrite({ kind: 'reply', quote: wordsOf(comment.body) })}
      />
    </div>
  );
}

/** Returns the form that is open, if any. At first a form is open only if a link from the list of drafts opens it. */
function useAskedWriting(comment: Comment, post: Post) {
  const asked = useAskedToWrite(comment.id);
  const offers = commentOffers(comment, post);
  return useState<Writing | undefined>(() => {
    if (asked === 'reply' && offers.reply) return { kind: 'reply' };
    if (asked === 'edit' && offers.edit) return { kind: 'edit' };
    return undefined;
  });
}

/**
 * Returns the words of the text that the reader has selected, or the whole text if none are selected. The result has at
 * most 600 characters.
 */
function wordsOf(html: string): string {
  const chosen = getSelection()?.toString().trim();
  const all = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
  const isInside = chosen && all.replaceAll(/\s+/g, ' ').includes(chosen.replaceAll(/\s+/g, ' '));
  return (isInside ? chosen : all).trim().slice(0, 600);
}

function Byline({ comment }: { comment: Comment }) {
  const { t } = useTranslation('community');
  return (
    <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
      <Author person={comment.author} isStrong />
      {comment.is_post_author && <RoleBadge of="author" />}
      {comment.is_moderator && <RoleBadge of="moderator" />}
      {/* If the other comment is hidden, removed or deleted, the service names no person. This line is then left out.
          It must not say that the account was deleted, because the author may still be a member. */}
      {comment.reply_to?.person && <span>{t('comment.answers', { name: comment.reply_to.person.display_name })}</span>}
      <Ago moment={comment.created_at} />
      {comment.edited_at && <span>{t('post.edited')}</span>}
      {comment.is_unread && <span className={styles.fresh}>{t('comment.new')}</span>}
    </Row>
  );
}

function LikeComment({ comment }: { comment: Comment }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const errorText = useErrorText();
  const { mutate } = useMutation({
    scope: { id: `like-${comment.id}` },
    mutationFn: (is_liked: boolean) => call.community.setLiked({ comment_id: comment.id, is_liked }),
    onMutate: (is_liked) =>
      patchComment(comment.post_id, comment.id, (now) => ({
        is_liked,
        likes_count: now.likes_count + Number(is_liked) - Number(now.is_liked),
      })),
    onSuccess: (answer) => patchComment(comment.post_id, comment.id, (now) => likedAs(now, answer)),
    onError: (error, is_liked) => {
      patchComment(comment.post_id, comment.id, (now) => ({
        is_liked: !is_liked,
        likes_count: now.likes_count + Number(!is_liked) - Number(now.is_liked),
      }));
      toast({ kind: 'error', title: errorText(error) });
    },
  });
  return (
    <button
      type="button"
      className={card.like}
      aria-pressed={comment.is_liked}
      onClick={() => mutate(!comment.is_liked)}
    >
      <Icon as={ArrowBigUp} />
      <span className="visually-hidden">{t('post.like')} </span>
      <span>{format.number(comment.likes_count)}</span>
    </button>
  );
}

function MoreReplies({ comment, shown }: { comment: Comment; shown: number }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: (cursor: string) => call.community.listComments(repliesOf(comment, cursor)),
    onSuccess: (came) => changeComments(comment.post_id, (page) => withReplies(page, comment.id, came)),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <button
      type="button"
      className={styles.moreReplies}
      disabled={isPending}
      onClick={() => comment.replies_cursor && mutate(comment.replies_cursor)}
    >
      {t('comment.moreReplies', { count: Math.max(1, comment.replies_count - shown) })}
    </button>
  );
}

/**
 * Shows the doctor who answered, and the registration on the day of the answer. A note is shown if the registration has
 * ended since then.
 */
function SignedBy({ signature }: { signature: Signature }) {
  const { t } = useTranslation('community-answers');
  const { date } = useFormat();
  const { speciality: nameOf } = useTermNames();
  const { name, speciality, registration_body: body, registration_number: number, at, is_verified } = signature;
  return (
    <p className={styles.signed}>
      {t('signed', { name, speciality: nameOf(speciality), body, number, date: date(at) })}
      {!is_verified && <strong>{t('signed.ended')}</strong>}
    </p>
  );
}
