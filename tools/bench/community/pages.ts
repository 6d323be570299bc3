import { marks } from './generate.ts';

/** A read as browsers send it. */
export interface Page {
  readonly name: string;
  readonly path: string;
  readonly input: object;
}

const page = (name: string, path: string, input: object): Page => ({ name, path: `/rpc/${path}`, input });

/** The first is compared with a bare handler. */
export const pages: readonly Page[] = [
  page('feed, hot', 'list_feed', { sort: 'hot' }),
  page('feed, latest', 'list_feed', { sort: 'latest' }),
  page('feed, best of the week', 'list_feed', { sort: 'top', period: 'week' }),
  page('feed, joined', 'list_feed', { scope: 'joined', sort: 'hot' }),
  page('community page', 'list_channel_posts', { slug: 'community-5' }),
  page('community', 'get_channel', { slug: 'community-5' }),
  page('topic page', 'list_tag_posts', { tag: marks.tag, limit: 20 }),
  page('topic, 80 at once', 'list_tag_posts', { tag: marks.tag }),
  page('post, 1,000 comments', 'get_post', { post_id: marks.post }),
  page('search, rare word', 'search_community', { q: marks.rare, kind: 'posts' }),
  page('search, in a third', 'search_community', { q: marks.common, kind: 'posts' }),
  page('search, two words', 'search_community', { q: marks.pair, kind: 'posts' }),
  page('search, all kinds', 'search_community', { q: marks.common, kind: 'all' }),
  page('trending', 'community_trending_top3', {}),
];
