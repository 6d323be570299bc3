import { ArrowBigUp, Bookmark, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import card from '../feed/post-card.module.css';
import { By, Moment, put, Sign } from './marks.tsx';

/** Posts as `PostList` shows them. */
export function Posts({ hideChannel }: { hideChannel?: boolean }) {
  return (
    <ul className={card.sheet} data-if="posts" data-each="posts">
      <li>
        <article className={card.post} {...put('data-read:is_read')}>
          <div className={`${card.vote} only-large`}>
            <Likes />
          </div>
          <div className={card.body}>
            <p className={card.by}>
              {!hideChannel && (
                <a className={card.channel} {...put('href:channel_path')}>
                  <Sign />
                  <span data-fill="channel_name" />
                </a>
              )}
              <By />
              <Moment />
              <span className={card.sign} data-if="sign" data-fill="sign" />
            </p>
            <h2 className={card.title}>
              <a {...put('href:path')}>
                <bdi data-fill="title" {...put('lang:text_lang')}>
                  …
                </bdi>
              </a>
            </h2>
            <p className={card.excerpt} dir="auto" data-if="excerpt" data-fill="excerpt" {...put('lang:text_lang')} />
            <img className={card.image} alt="" data-if="image" {...put('src:image')} />
            <Acts />
          </div>
        </article>
      </li>
    </ul>
  );
}

function Acts() {
  const { t } = useTranslation('community');
  return (
    <div className={card.acts}>
      <span className="only-small">
        <Likes />
      </span>
      <a className={card.act} {...put('href:path')}>
        <Icon as={MessageCircle} size="s" />
        <span data-fill="comments_count" />
      </a>
      <span className={card.act}>
        <Icon as={Bookmark} size="s" />
        {t('post.save')}
      </span>
      <a className={card.unread} data-if="unread" data-fill="unread" {...put('href:path')}>
        …
      </a>
      <Tags />
    </div>
  );
}

export const Tags = () => (
  <ul className={card.tags} data-each="tags">
    <li>
      <a className={card.tag} {...put('href:tag_path')}>
        <bdi data-fill="name">…</bdi>
      </a>
    </li>
  </ul>
);

export const Likes = () => (
  <span className={card.like}>
    <Icon as={ArrowBigUp} />
    <span data-fill="likes_count" />
  </span>
);
