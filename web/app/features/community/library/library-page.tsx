import { ArrowLeft, ArrowRight, BadgeCheck, Rss } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LibraryCommunity, LibraryPage as Page, LibraryThreadCard } from '#contract/community/library.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { LibraryHead } from './library-head.tsx';
import styles from './library.module.css';

type Community = (typeof LibraryCommunity)['_output'];

/** The page that lists every community whose owner published it on the web. */
export function LibraryPage({ communities }: { communities: readonly Community[] }) {
  const { t } = useTranslation('library');
  const { date } = useFormat();
  return (
    <div className={`page ${styles.page}`}>
      <LibraryHead title={t('title')} description={t('description')} path="/library" />
      <header className={styles.head}>
        <h1 className="h1">{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      <ul className={styles.list}>
        {communities.map(({ slug, name, description, threads_count, latest_at }) => (
          <li key={slug}>
            <h2 className="h3">
              <LocalisedLink to={`/library/${slug}`} reloadDocument>
                <bdi>{name}</bdi>
              </LocalisedLink>
            </h2>
            {description && <p dir="auto">{description}</p>}
            <p className="small muted">
              {t('threads', { count: threads_count })}
              {latest_at && `, ${t('latest', { date: date(latest_at) })}`}
            </p>
          </li>
        ))}
      </ul>
      {communities.length === 0 && (
        <section>
          <h2 className="h3">{t('none.title')}</h2>
          <p>{t('none.text')}</p>
        </section>
      )}
      <p className="small muted">{t('notAdvice')}</p>
    </div>
  );
}

const communityPath = (slug: string, tag?: string, before?: string): string => {
  const query = new URLSearchParams({ ...(tag && { tag }), ...(before && { before }) }).toString();
  return `/library/${slug}${query && `?${query}`}`;
};

/** The public page of one community. It lists all its threads, or those with one tag. */
export function LibraryCommunityPage({ page, isOlder }: { page: Page; isOlder: boolean }) {
  const { t } = useTranslation('library');
  const { community, tag, threads, guides, next } = page;
  const { slug, name, description } = community;
  const feed = `/library/${slug}/feed.xml${tag ? `?tag=${encodeURIComponent(tag.tag)}` : ''}`;
  return (
    <div className={`page ${styles.page}`}>
      <LibraryHead
        title={tag ? `${tag.title} · ${name}` : name}
        description={description || t('community.description', { name })}
        path={communityPath(slug, tag?.tag)}
        feed={feed}
        isIndexed={!isOlder}
      />
      <Back to="/library" name={t('title')} />
      <header className={styles.head}>
        <h1 className="h1">
          <bdi>{name}</bdi>
        </h1>
        {description && (
          <p className="lead" dir="auto">
            {description}
          </p>
        )}
        {tag && (
          <p>
            {t('tag', { tag: tag.title })}{' '}
            <LocalisedLink className="link" to={communityPath(slug)} reloadDocument>
              {t('all')}
            </LocalisedLink>
          </p>
        )}
      </header>
      {guides.length > 0 && <Guides slug={slug} guides={guides} />}
      {threads.length === 0 && <p>{t('community.none')}</p>}
      <ol className={styles.list}>
        {threads.map((thread) => (
          <ThreadRow key={thread.id} slug={slug} thread={thread} />
        ))}
      </ol>
      <Row as="footer" gap={16} align="center" wrap>
        {next && (
          <LocalisedLink className={buttonClass({ size: 's' })} to={communityPath(slug, tag?.tag, next)} reloadDocument>
            {t('older')}
          </LocalisedLink>
        )}
        <a className={`link small ${styles.feed}`} href={feed}>
          <Icon as={Rss} size="s" />
          {t('feed')}
        </a>
      </Row>
      <Inside text={t('join.text')} to={`/community/f/${slug}`} />
      <p className="small muted">{t('notAdvice')}</p>
    </div>
  );
}

function Guides({ slug, guides }: { slug: string; guides: Page['guides'] }) {
  const { t } = useTranslation('library');
  const { date } = useFormat();
  return (
    <section aria-labelledby="guides">
      <h2 className="h3" id="guides">
        {t('guides')}
      </h2>
      <ul className={styles.list}>
        {guides.map(({ id, title, lang, excerpt, reviewed_by, reviewed_at }) => (
          <li key={id}>
            <h3 className="h3">
              <LocalisedLink to={`/library/${slug}/guides/${id}`} lang={lang ?? undefined} dir="auto" reloadDocument>
                {title}
              </LocalisedLink>
            </h3>
            <p lang={lang ?? undefined} dir="auto">
              {excerpt}
            </p>
            <p className={`small muted ${styles.facts}`}>
              <span className={styles.verified}>
                <Icon as={BadgeCheck} size="s" />
                {t('guide.card', { name: reviewed_by, date: date(reviewed_at) })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ThreadRow({ slug, thread }: { slug: string; thread: LibraryThreadCard }) {
  const { t } = useTranslation('library');
  const { date } = useFormat();
  const { id, title, lang, excerpt, tags, author, created_at, answers_count, is_answered_by_practitioner } = thread;
  return (
    <li>
      <h2 className="h3">
        <LocalisedLink to={`/library/${slug}/${id}`} lang={lang ?? undefined} dir="auto" reloadDocument>
          {title}
        </LocalisedLink>
      </h2>
      <p lang={lang ?? undefined} dir="auto">
        {excerpt}
      </p>
      <p className={`small muted ${styles.facts}`}>
        <span>{t('written', { name: author?.name ?? t('gone'), date: date(created_at) })}</span>
        <span>{t('answers', { count: answers_count })}</span>
        {is_answered_by_practitioner && (
          <span className={styles.verified}>
            <Icon as={BadgeCheck} size="s" />
            {t('byPractitioner')}
          </span>
        )}
      </p>
      <Tags slug={slug} tags={tags} />
    </li>
  );
}

export function Tags({ slug, tags }: Pick<LibraryThreadCard, 'tags'> & { slug: string }) {
  if (tags.length === 0) return null;
  return (
    <Row as="ul" gap={8} wrap className={styles.tags}>
      {tags.map(({ tag, title }) => (
        <li key={tag}>
          <LocalisedLink to={communityPath(slug, tag)} dir="auto" reloadDocument>
            {title}
          </LocalisedLink>
        </li>
      ))}
    </Row>
  );
}

export function Back({ to, name }: { to: string; name: string }) {
  return (
    <LocalisedLink className={`link small ${styles.back}`} to={to} reloadDocument>
      <Icon as={ArrowLeft} size="s" />
      <bdi>{name}</bdi>
    </LocalisedLink>
  );
}

/** The link from a public page to the same page inside the community. */
export function Inside({ text, to }: { text: string; to: string }) {
  const { t } = useTranslation('library');
  return (
    <Stack as="aside" gap={8} align="start" className={styles.inside}>
      <h2 className="title">{t('inside.title')}</h2>
      <p className="small muted">{text}</p>
      <LocalisedLink to={to} className={buttonClass({ variant: 'primary', size: 's' })} reloadDocument>
        <span className="button__label">
          {t('inside.action')}
          <Icon as={ArrowRight} size="s" />
        </span>
      </LocalisedLink>
    </Stack>
  );
}
