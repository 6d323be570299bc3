import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Me } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { later } from '#web/lib/later.ts';
import { Row } from '#web/ui/layout.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import page from '../layout/page.module.css';
import { PlanBanner } from '../layout/plan-banner.tsx';
import { useStored } from '../local/stored-value.ts';
import { useSeesExclusive } from '../layout/use-my-community.ts';
import { storedView } from '../local/view.ts';
import { ReadingNote } from '../reading/reading-note.tsx';
import { useShownLanguages } from '../reading/shown-languages.ts';
import { FreshPosts } from './fresh-posts.tsx';
import { paged } from './paged.ts';
import { PostList } from './post-list.tsx';
import links from './sort-links.module.css';
import { SortLinks } from './sort-links.tsx';

const ReadingButton = later(() => import('../reading/reading-button.tsx'));
const SinceLastVisit = later(() => import('./since-last-visit.tsx'));

const tabs = ['latest', 'hot', 'unanswered', 'joined'] as const;
type Tab = (typeof tabs)[number];

const queries = {
  latest: { sort: 'latest', scope: 'everywhere' },
  hot: { sort: 'hot', scope: 'everywhere' },
  unanswered: { sort: 'unanswered', scope: 'everywhere' },
  joined: { sort: 'latest', scope: 'joined' },
} as const satisfies Record<Tab, unknown>;

/** Returns the view of the feed: only exclusive communities, or all communities that the reader may see. */
export function useView(user: Me) {
  const stored = useStored(storedView);
  return useSeesExclusive(user) ? stored : 'all';
}

export function FeedPage({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const view = useView(user);
  const asked = useSearchParams()[0].get('sort');
  const tab = tabs.find((one) => one === asked) ?? 'latest';
  const languages = useShownLanguages();
  const input = { view, languages, ...queries[tab] };
  const options = api.community.listFeed.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...input, cursor }),
    ...paged,
  });
  const query = useInfiniteQuery(options);
  return (
    <Page title={<Greeting name={user.first_name} />} aside={<DefaultAside />}>
      <Row gap={8} align="center" justify="between" className={links.row}>
        <SortLinks
          name="sort"
          label={t('sort.label')}
          current={tab}
          options={tabs.map((key) => ({ key, label: t(`sort.${key}`) }))}
        />
        <Suspense>
          <ReadingButton />
        </Suspense>
      </Row>
      <PlanBanner user={user} />
      <Suspense>
        <SinceLastVisit />
      </Suspense>
      <ReadingNote />
      {tab !== 'hot' && <FreshPosts queryKey={options.queryKey} input={input} />}
      <PostList
        query={query}
        empty={{
          title: t(`feed.empty.${tab}`),
          text: t(`feed.empty.${tab}.text`),
          action: (
            <LinkButton to={inLanguage('/community/explore', locale)} size="s">
              {t('feed.empty.explore')}
            </LinkButton>
          ),
        }}
      />
    </Page>
  );
}

/**
 * The greeting. Only the browser knows the reader's time of day, so the service draws an invisible greeting that
 * reserves the space.
 */
function Greeting({ name }: { name: string }) {
  const { t } = useTranslation('community');
  if (import.meta.env.SSR) return <span className={page.held}>{t('greeting.afternoon', { name })}</span>;
  return t(`greeting.${partOfDay()}`, { name });
}

function partOfDay(): 'morning' | 'afternoon' | 'evening' {
  const hour = new Date().getHours();
  return hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
