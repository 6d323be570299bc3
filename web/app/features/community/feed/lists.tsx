import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Periods } from '#contract/community/posts.ts';
import type { Me } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useEndOfFirstView } from '#web/lib/first-view.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { FollowMenu, followStateOf } from '../people/follow-menu.tsx';
import { remember } from '../local/recent.ts';
import { tagPath } from '../parts/links.ts';
import { ReadingNote } from '../reading/reading-note.tsx';
import { useShownLanguages } from '../reading/shown-languages.ts';
import { useView } from './feed-page.tsx';
import { paged } from './paged.ts';
import { PostList } from './post-list.tsx';
import { SortLinks } from './sort-links.tsx';
import styles from './lists.module.css';

/** The page of the posts with the most likes in a period. The reader chooses the period. */
export function PopularPage({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  const view = useView(user);
  const asked = useSearchParams()[0].get('period');
  const languages = useShownLanguages();
  const period = Periods.find((one) => one === asked) ?? 'week';
  const query = useInfiniteQuery(
    api.community.listFeed.infiniteOptions({
      input: (cursor: string | undefined) => ({ view, languages, sort: 'top' as const, period, cursor }),
      ...paged,
    }),
  );
  const options = Periods.map((key) => ({ key, label: t(`period.${key}`) }));
  return (
    <Page
      title={t('nav.popular')}
      action={<SortLinks name="period" label={t('period.label')} current={period} options={options} />}
      aside={<DefaultAside />}
    >
      <ReadingNote />
      <PostList query={query} empty={{ title: t('popular.empty'), text: t('popular.empty.text') }} />
    </Page>
  );
}

/** The page of posts by practitioners with a checked registration. */
export function ExpertPage({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  const view = useView(user);
  const languages = useShownLanguages();
  const query = useInfiniteQuery(
    api.community.listExpertArticles.infiniteOptions({
      input: (cursor: string | undefined) => ({ view, languages, cursor }),
      ...paged,
    }),
  );
  return (
    <Page title={t('nav.expert')} lead={t('expert.lead')} aside={<DefaultAside />}>
      <ReadingNote />
      <PostList query={query} empty={{ title: t('expert.empty'), text: t('expert.empty.text') }} />
    </Page>
  );
}

export function SavedPage() {
  const { t } = useTranslation('community');
  const query = useInfiniteQuery(
    api.community.listSavedPosts.infiniteOptions({ input: (cursor: string | undefined) => ({ cursor }), ...paged }),
  );
  return (
    <Page title={t('nav.saved')} lead={t('saved.lead')} aside={<DefaultAside />}>
      <PostList query={query} empty={{ title: t('saved.empty'), text: t('saved.empty.text') }} />
    </Page>
  );
}

/** The page for practitioners that lists the posts whose authors ask for a practitioner's answer. */
export function AskedPage({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  const languages = useShownLanguages();
  const query = useInfiniteQuery(
    api.community.listAskedPosts.infiniteOptions({
      input: (cursor: string | undefined) => ({ languages, cursor }),
      ...paged,
    }),
  );
  return (
    <Page title={t('nav.asked')} lead={t('asked.lead')} aside={<DefaultAside />}>
      {user.role === 'practitioner' && <ReadingNote otherwise={user.language} />}
      <PostList query={query} empty={{ title: t('asked.empty'), text: t('asked.empty.text') }} />
    </Page>
  );
}

/** The page of the posts that the reader opened, on any device. */
export function RecentPage() {
  const { t } = useTranslation('community');
  const query = useInfiniteQuery(
    api.community.listRecentlyViewed.infiniteOptions({ input: (cursor: string | undefined) => ({ cursor }), ...paged }),
  );
  return (
    <Page title={t('nav.recent')} lead={t('recent.lead')} aside={<DefaultAside />}>
      <PostList query={query} empty={{ title: t('recent.empty'), text: t('recent.empty.text') }} />
    </Page>
  );
}

/**
 * The number of posts per page. The service's default is eighty posts. The list requests smaller pages, and loads the
 * next page automatically.
 */
const pageOfTag = 20;

interface TagProps {
  tag: string;
  /**
   * True for /community/c/…, the address of a community that was made from a tag. False for /community/t/…, the address
   * of the tag itself.
   */
  isCommunity: boolean;
}

export function TagPage({ tag, isCommunity }: TagProps) {
  const { t } = useTranslation('community');
  const { topic } = useTermNames();
  const languages = useShownLanguages();
  const query = useInfiniteQuery(
    api.community.listTagPosts.infiniteOptions({
      input: (cursor: string | undefined) => ({ tag, languages, cursor, limit: pageOfTag }),
      ...paged,
    }),
  );
  const first = query.data?.pages[0];
  const title = topic({ id: tag, title: first?.tag.title ?? tag });
  const path = isCommunity ? `/community/c/${encodeURIComponent(tag)}` : tagPath(tag);
  const hasPosts = (first?.rows.length ?? 0) > 0;
  useEffect(() => {
    if (hasPosts) remember({ path, name: title });
  }, [path, title, hasPosts]);
  return (
    <Page
      title={isCommunity ? title : `#${topic({ id: tag, title: tag })}`}
      lead={isCommunity && t('tag.lead', { tag: title })}
      action={first && <FollowMenu target={{ tag: first.tag.tag }} state={followStateOf(first)} name={`#${title}`} />}
      aside={<DefaultAside />}
    >
      <ReadingNote />
      <PostList query={query} empty={{ title: t('tag.empty', { tag }) }} />
    </Page>
  );
}

/** The page of topics. The topic with the most posts in the last seven days is first. */
export function HotTopicsPage() {
  const { t } = useTranslation('community');
  const { topic: nameOf } = useTermNames();
  const errorText = useErrorText();
  const { data, error, isPending, isRefetching, refetch } = useQuery(
    api.community.listHotTopics.queryOptions({ input: { limit: 30 } }),
  );
  useEndOfFirstView(!isPending);
  return (
    <Page title={t('nav.hot')} lead={t('hot.lead')} aside={<DefaultAside />}>
      {isPending ? (
        <div className={styles.sheet} aria-busy="true">
          <SkeletonRows rows={6} />
        </div>
      ) : !data ? (
        <ErrorState text={errorText(error)} onRetry={() => void refetch()} busy={isRefetching} />
      ) : data.length === 0 ? (
        <EmptyState title={t('hot.empty')} />
      ) : (
        <ol className={styles.sheet}>
          {data.map((topic, index) => (
            <Row as="li" key={topic.id} gap={16} align="center" className={styles.topic}>
              <span className={styles.rank}>{index + 1}</span>
              <div className={styles.words}>
                <LocalisedLink to={tagPath(topic.id)} className={styles.name}>
                  <bdi>#{nameOf(topic)}</bdi>
                </LocalisedLink>
                <p className="small muted">{t('trending.posts', { count: topic.posts_last7 })}</p>
              </div>
              <FollowMenu
                target={{ tag: topic.id }}
                state={topic.is_followed ? 'follow' : 'none'}
                name={nameOf(topic)}
              />
            </Row>
          ))}
        </ol>
      )}
    </Page>
  );
}
