import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SearchKinds } from '#contract/community/people.ts';
import { type Api, api } from '#web/lib/api.ts';
import { useEndOfFirstView } from '#web/lib/first-view.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { SortLinks } from '../feed/sort-links.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { SearchField } from '../layout/search-field.tsx';
import { ReadingNote } from '../reading/reading-note.tsx';
import { useShownLanguages } from '../reading/shown-languages.ts';
import { Filters } from './filters.tsx';
import { ChannelResults, CommentResults, PersonResults, PostResults } from './results.tsx';
import styles from './search.module.css';

type Found = Awaited<ReturnType<Api['community']['searchCommunity']>>;
type Kind = (typeof SearchKinds)[number];

/**
 * Returns the function that gives the cursor of the next page for one kind of results. A page with all kinds has no
 * next page.
 */
const nextOf = (kind: Kind) => (found: Found) => (kind === 'all' ? undefined : (found[kind].next_cursor ?? undefined));

export function SearchPage() {
  const { t } = useTranslation('community');
  const [params] = useSearchParams();
  const q = params.get('q')?.trim() ?? '';
  const kind = SearchKinds.find((one) => one === params.get('kind')) ?? 'all';
  return (
    <Page
      title={t('search.title')}
      action={
        <SortLinks
          name="kind"
          label={t('search.kind')}
          current={kind}
          options={SearchKinds.map((key) => ({ key, label: t(`search.kind.${key}`) }))}
        />
      }
      aside={<DefaultAside />}
    >
      <div className={`${styles.field} only-small`}>
        <SearchField takesFocus={q === ''} />
      </div>
      <Filters />
      {q !== '' && <ReadingNote />}
      {q === '' ? (
        <EmptyState title={t('search.start')} text={t('search.start.text')} />
      ) : (
        <Results q={q} kind={kind} params={params} />
      )}
    </Page>
  );
}

function Results({ q, kind, params }: { q: string; kind: Kind; params: URLSearchParams }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const languages = useShownLanguages();
  const given = (name: string) => params.get(name)?.trim() || undefined;
  const query = useInfiniteQuery(
    api.community.searchCommunity.infiniteOptions({
      input: (cursor: string | undefined) => ({
        q,
        kind,
        channel: given('channel'),
        tag: given('tag'),
        author: given('author'),
        from: given('from'),
        to: given('to'),
        sort: params.get('order') === 'newest' ? ('newest' as const) : ('relevance' as const),
        languages,
        cursor,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: nextOf(kind),
      placeholderData: keepPreviousData,
    }),
  );
  useEndOfFirstView(!query.isPending);
  if (query.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <SkeletonRows rows={5} />
      </div>
    );
  if (!query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const all = <K extends 'posts' | 'comments' | 'channels' | 'people'>(name: K) =>
    query.data.pages.flatMap((page) => page[name].rows as Found[K]['rows'][number][]);
  const [posts, comments, channels, people] = [all('posts'), all('comments'), all('channels'), all('people')];
  const suggestion = query.data.pages[0]?.suggestion;
  const meant = new URLSearchParams(params);
  if (suggestion) meant.set('q', suggestion);
  const count = posts.length + comments.length + channels.length + people.length;
  return (
    <Stack aria-busy={query.isPlaceholderData} gap={20} className={styles.results}>
      <p role="status" className={styles.count}>
        {count > 0 && t('search.count', { count })}
      </p>
      {count === 0 && <EmptyState title={t('search.none', { q })} text={t('search.none.text')} />}
      {suggestion && (
        <p className={styles.meant}>
          {t('search.meant')}{' '}
          <LocalisedLink to={`/community/search?${meant}`}>
            <bdi>{suggestion}</bdi>
          </LocalisedLink>
        </p>
      )}
      {channels.length > 0 && <ChannelResults channels={channels} isAlone={kind === 'channels'} />}
      {people.length > 0 && <PersonResults people={people} isAlone={kind === 'people'} />}
      {posts.length > 0 && <PostResults posts={posts} isAlone={kind === 'posts'} />}
      {comments.length > 0 && <CommentResults comments={comments} isAlone={kind === 'comments'} />}
      <LoadMore query={query}>{t('more')}</LoadMore>
    </Stack>
  );
}
