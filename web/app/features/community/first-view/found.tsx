import { Search, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import card from '../feed/post-card.module.css';
import header from '../layout/header.module.css';
import styles from '../search/search.module.css';
import { By, Moment, Person, put, Sign } from './marks.tsx';

/** Search results, as `SearchPage` shows them. */
export function Found() {
  const { t } = useTranslation('community');
  return (
    <>
      <div className={`${styles.field} only-small`}>
        <div className={header.search}>
          <form>
            <Icon as={Search} size="s" />
            <input readOnly aria-label={t('search.label')} {...put('value:q')} />
          </form>
        </div>
      </div>
      <details className={styles.filters}>
        <summary>
          <Icon as={SlidersHorizontal} size="s" />
          {t('search.filters')}
        </summary>
      </details>
      <div className={styles.results}>
        <p className={styles.count} data-fill="found_count" />
        <div className={styles.results} data-each="groups">
          <section>
            <h2 className={styles.groupTitle} data-fill="heading">
              …
            </h2>
            <ul className={styles.sheet} data-each="rows">
              <li>
                <Text />
                <Name />
              </li>
            </ul>
          </section>
        </div>
      </div>
    </>
  );
}

/** A found post or comment. */
const Text = () => (
  <div className={styles.row} data-if="snippet">
    <p className={card.by}>
      <span data-fill="channel_name" />
      <By />
      <Moment />
    </p>
    <h3 className={styles.title} data-if="title">
      <a {...put('href:path')}>
        <bdi data-each="title" {...put('lang:text_lang')}>
          <Part />
        </bdi>
      </a>
    </h3>
    <p className={styles.snippet} dir="auto" data-each="snippet" {...put('lang:text_lang')}>
      <Part />
    </p>
    <p className="micro muted" data-if="post_title">
      <bdi data-fill="post_title" {...put('lang:post_lang')} />
    </p>
  </div>
);

/** A found community or person. */
const Name = () => (
  <div className={styles.line} data-if="name">
    <span data-if="channel_letter">
      <Sign size="l" />
    </span>
    <span data-if="author_initials">
      <Person />
    </span>
    <div className={styles.words}>
      <h3 className={styles.title} data-each="name">
        <Part />
      </h3>
      <p className="micro muted" data-fill="note" />
    </div>
  </div>
);

/** A piece of text, highlighted if it matches the search. */
const Part = () => (
  <span>
    <span data-if="words" data-fill="words" />
    <mark data-if="hit" data-fill="hit" />
  </span>
);
