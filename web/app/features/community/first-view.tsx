import { ArrowBigUp, BadgeCheck, Bookmark, Menu, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { inLanguage, type Language } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import author from './parts/author.module.css';
import card from './feed/post-card.module.css';
import header from './layout/header.module.css';
import layout from './layout/community-layout.module.css';
import letter from './parts/letter.module.css';
import links from './feed/sort-links.module.css';
import page from './layout/page.module.css';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'first-view': React.HTMLAttributes<HTMLElement>;
    }
  }
}

/**
 * The feed as its document holds it until the scripts have drawn it: header, orders, and the newest posts, which the service fills in (marks as in
 * prerendered pages). Rendered when the app is built; the browser has none of it in its scripts. Same classes as the feed, so that nothing moves.
 */
export function FirstView({ language }: { language: Language }) {
  const { t } = useTranslation('community');
  return (
    <first-view lang={language} data-if="posts">
      <header className={header.header}>
        <div className={header.row}>
          <a href={inLanguage('/community', language)} className="brand">
            Flaira
            <span className="brand__room">{t('name')}</span>
          </a>
        </div>
        <div className={`${header.second} only-small`}>
          <span />
          <span className={header.menu}>
            <Icon as={Menu} />
            {t('header.menu')}
          </span>
        </div>
      </header>
      <div className={layout.columns}>
        <div className={`${layout.side} only-large`} />
        <main className={page.main}>
          <div className={page.head}>
            <h1 className={page.title}>{'\u00a0'}</h1>
            <nav className={links.links} aria-label={t('sort.label')}>
              {(['latest', 'hot', 'unanswered', 'joined'] as const).map((key) => (
                <a key={key} href={`?sort=${key}`} aria-current={key === 'latest' || undefined}>
                  {t(`sort.${key}`)}
                </a>
              ))}
            </nav>
          </div>
          <ul className={card.sheet} data-each="posts">
            <li>
              <Post />
            </li>
          </ul>
        </main>
      </div>
    </first-view>
  );
}

const mark = (put: string) => ({ 'data-put': put });

function Post() {
  const { t } = useTranslation('community');
  return (
    <article className={card.post} {...mark('data-read:is_read')}>
      <div className={`${card.vote} only-large`}>
        <Likes />
      </div>
      <div className={card.body}>
        <p className={card.by}>
          <a className={card.channel} {...mark('href:channel_path')}>
            <span className={letter.letter} aria-hidden="true" {...mark('data-letter:channel_letter')} />
            <span data-fill="channel_name" />
          </a>
          <a className={author.name} data-if="author_name" data-fill="author_name" {...mark('href:author_path')}>
            …
          </a>
          <span className={author.role} data-kind="practitioner" data-if="speciality">
            <Icon as={BadgeCheck} size="s" />
            <span data-fill="speciality" />
          </span>
          <time data-fill="ago" {...mark('datetime:created_at')} />
        </p>
        <h2 className={card.title}>
          <a data-fill="title" {...mark('href:path')}>
            …
          </a>
        </h2>
        <p className={card.excerpt} data-if="excerpt" data-fill="excerpt" />
        <div className={card.acts}>
          <span className="only-small">
            <Likes />
          </span>
          <a className={card.act} {...mark('href:path')}>
            <Icon as={MessageCircle} size="s" />
            <span data-fill="comments_count" />
          </a>
          <span className={card.act}>
            <Icon as={Bookmark} size="s" />
            {t('post.save')}
          </span>
          <ul className={card.tags} data-each="tags">
            <li>
              <a className={card.tag} data-fill="name" {...mark('href:tag_path')}>
                …
              </a>
            </li>
          </ul>
        </div>
      </div>
    </article>
  );
}

function Likes() {
  return (
    <span className={card.like}>
      <Icon as={ArrowBigUp} />
      <span data-fill="likes_count" />
    </span>
  );
}
