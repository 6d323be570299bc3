import { Lock, MessageCircle, Pin, Share2, Stethoscope } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#contract/community/content.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useCopy } from '#web/ui/copy.ts';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/lib/later.ts';
import { LikeButton, SaveButton } from '../feed/post-card.tsx';
import { FollowMenu, followStateOf } from '../people/follow-menu.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { useDueSentence } from '../parts/answer-due.ts';
import { Author } from '../parts/author.tsx';
import { Initials } from '../parts/letter.tsx';
import { tagPath } from '../parts/links.ts';
import { RichHtml } from '../parts/rich-html.tsx';
import { postOffers } from './offers.ts';
import { PostMenu } from './post-menu.tsx';
import card from '../feed/post-card.module.css';
import styles from './post.module.css';

const OwnNotes = later(() => import('./own-notes.tsx'));

export function Article({ post }: { post: Post }) {
  const { t } = useTranslation('community');
  const registration = post.author?.practitioner;
  const offers = postOffers(post);
  const isNoted = post.hold !== null || post.asking_removed !== null;
  return (
    <article className={styles.article}>
      <Row gap={12} align="center">
        <Initials name={post.author?.display_name ?? '?'} size="l" />
        <div className={styles.by}>
          <p>
            <Author person={post.author} isStrong />
          </p>
          <p>
            {registration &&
              `${t('person.registered', { body: registration.registration_body, number: registration.registration_number })} · `}
            <Ago moment={post.created_at} />
            {post.edited_at && ` · ${t('post.edited')}`}
          </p>
        </div>
        {offers.react && <FollowMenu target={{ post_id: post.id }} state={followStateOf(post)} name={post.title} />}
        <PostMenu post={post} />
      </Row>
      <h1 className={styles.title} lang={post.lang ?? undefined} dir="auto">
        {post.title}
      </h1>
      <Signs post={post} />
      <Suspense>{isNoted && <OwnNotes hold={post.hold} removed={post.asking_removed} />}</Suspense>
      <RichHtml html={post.body} lang={post.lang} />
      <div className={`${card.acts} ${styles.acts}`}>
        {offers.react && <LikeButton post={post} />}
        <a href="#comments" className={card.act}>
          <Icon as={MessageCircle} size="s" />
          {t('post.comments', { count: post.comments_count })}
        </a>
        {offers.react && <SaveButton post={post} />}
        {offers.react && <ShareButton title={post.title} />}
        <Row as="ul" gap={6} wrap className={card.tags}>
          {post.tags.map(({ tag, title }) => (
            <li key={tag}>
              <LocalisedLink to={tagPath(tag)} className={card.tag}>
                <bdi>#{title}</bdi>
              </LocalisedLink>
            </li>
          ))}
        </Row>
      </div>
    </article>
  );
}

function Signs({ post }: { post: Post }) {
  const { t } = useTranslation('community');
  const due = useDueSentence(post.answer_due_at);
  const signs = [
    post.is_pinned && { icon: Pin, words: t('post.pinned') },
    post.is_locked && { icon: Lock, words: t('post.locked.text') },
    post.is_asking_practitioner && { icon: Stethoscope, words: `${t('post.asking.text')}${due}` },
    post.state === 'held' && !post.hold && { icon: Lock, words: t('post.held.text') },
    post.state === 'removed' && { icon: Lock, words: t('post.removed.text') },
  ].filter((sign) => sign !== false);
  if (signs.length === 0) return null;
  return (
    <Stack as="ul" gap={8} className={styles.signs}>
      {signs.map(({ icon, words }) => (
        <li key={words}>
          <Icon as={icon} size="s" />
          {words}
        </li>
      ))}
      {post.state === 'removed' && post.is_mine && (
        <li>
          <LocalisedLink to="/community/decisions" className="link">
            {t('decisions.title')}
          </LocalisedLink>
        </li>
      )}
    </Stack>
  );
}

/** A button that opens the system's share sheet. If there is none, or if it fails, the button copies the link. */
function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('community');
  const copy = useCopy();
  const share = async () => {
    const url = location.origin + location.pathname;
    if (!('share' in navigator)) return copy(url, t('post.copied'));
    try {
      await navigator.share({ title, url });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url, t('post.copied'));
    }
  };
  return (
    <button type="button" className={card.act} onClick={() => void share()}>
      <Icon as={Share2} size="s" />
      {t('post.share')}
    </button>
  );
}
