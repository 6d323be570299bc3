import { Bell, Bookmark, ChevronLeft, CornerUpLeft, Ellipsis, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import card from '../feed/post-card.module.css';
import prose from '../parts/rich-html.module.css';
import styles from '../post/post.module.css';
import { Act, By, Moment, Person, put } from './marks.tsx';
import { Likes, Tags } from './posts.tsx';

/**
 * A post with its first comments, as `PostPage` shows them. The service inserts the texts as plain words, block by
 * block, never as markup.
 */
export function Thread() {
  return (
    <div data-if="blocks">
      <p className={styles.crumb}>
        <Icon as={ChevronLeft} size="s" />
        <a data-fill="channel_name" {...put('href:channel_path')}>
          …
        </a>
      </p>
      <div className={styles.sheet}>
        <Text />
        <Answers />
      </div>
    </div>
  );
}

/** The post of the thread. */
function Text() {
  const { t } = useTranslation('community');
  return (
    <article className={styles.article}>
      <div className={styles.head}>
        <Person />
        <div className={styles.by}>
          <p>
            <By isStrong />
          </p>
          <p>
            <span data-if="registration" data-fill="registration" />
            <Moment />
            <span data-if="edited" data-fill="edited" />
          </p>
        </div>
        <Act as={Bell} />
        <Act as={Ellipsis} />
      </div>
      <h1 className={styles.title} dir="auto" data-fill="title" {...put('lang:text_lang')}>
        …
      </h1>
      <ul className={styles.signs} data-if="signs" data-each="signs">
        <li data-fill="." />
      </ul>
      <Blocks />
      <div className={`${card.acts} ${styles.acts}`}>
        <Likes />
        <span className={card.act}>
          <Icon as={MessageCircle} size="s" />
          <span data-fill="comments" />
        </span>
        <span className={card.act}>
          <Icon as={Bookmark} size="s" />
          {t('post.save')}
        </span>
        <Tags />
      </div>
    </article>
  );
}

function Answers() {
  const { t } = useTranslation('community');
  return (
    <section className={styles.threads}>
      <div className={styles.threadsHead}>
        <h2 className={styles.count} data-fill="comments">
          …
        </h2>
      </div>
      <a className={styles.closed} href="?write=comment" data-if="can_comment">
        {t('comments.write')}
      </a>
      <ul className={styles.list} data-each="answers">
        <li className={styles.comment}>
          <Person />
          <div className={styles.commentBody}>
            <p className={card.by}>
              <By isStrong />
              <Moment />
            </p>
            <Blocks className={styles.text} />
            <div className={`${card.acts} ${styles.commentActs}`}>
              <Likes />
              <span className={card.act}>
                <Icon as={CornerUpLeft} size="s" />
                {t('comment.reply')}
              </span>
            </div>
          </div>
        </li>
      </ul>
    </section>
  );
}

const Blocks = ({ className = '' }: { className?: string | undefined }) => (
  <div className={`${prose.prose} ${className}`} dir="auto" data-each="blocks" {...put('lang:text_lang')}>
    <div>
      <p data-if="words" data-fill="words" />
      <h2 data-if="heading" data-fill="heading">
        …
      </h2>
      <ul data-if="items" data-each="items">
        <li data-fill="." />
      </ul>
      <blockquote data-if="quote">
        <p data-fill="quote" />
      </blockquote>
      <div className={prose.scroll} data-if="table">
        <table>
          <thead data-if="columns">
            <tr data-each="columns">
              <th data-fill=".">…</th>
            </tr>
          </thead>
          <tbody data-each="table">
            <tr data-each=".">
              <td data-fill=".">…</td>
            </tr>
          </tbody>
        </table>
      </div>
      <img alt="" data-if="picture" {...put('src:picture width:width height:height')} />
    </div>
  </div>
);
