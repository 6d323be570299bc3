import { marks } from './generate.ts';

/** A read request as browsers send it. */
export interface Page {
  readonly name: string;
  readonly path: string;
  readonly input: object;
}

const page = (name: string, path: string, input: object): Page => ({ name, path: `/rpc/${path}`, input });

/**
 * The pages that the benchmark requests. The first page is compared with a bare node:http handler, which runs the same
 * statements. The readers have chosen languages, some frequent and some rare. Pages whose name begins with 'read' show
 * only these languages.
 */
export const pages: readonly Page[] = [
  page('feed, hot', 'list_feed', { sort: 'hot', languages: 'all' }),
  page('feed, latest', 'list_feed', { sort: 'latest', languages: 'all' }),
  page('feed, best of the week', 'list_feed', { sort: 'top', period: 'week', languages: 'all' }),
  page('feed, joined', 'list_feed', { scope: 'joined', sort: 'hot', languages: 'all' }),
  page('community page', 'list_channel_posts', { slug: 'community-5', languages: 'all' }),
  page('community', 'get_channel', { slug: 'community-5' }),
  page('topic page', 'list_tag_posts', { tag: marks.tag, limit: 20, languages: 'all' }),
  page('topic, 80 at once', 'list_tag_posts', { tag: marks.tag, languages: 'all' }),
  page('post, 1,000 comments', 'get_post', { post_id: marks.post }),
  page('search, rare word', 'search_community', { q: marks.rare, kind: 'posts', languages: 'all' }),
  page('search, in a third', 'search_community', { q: marks.common, kind: 'posts', languages: 'all' }),
  page('search, two words', 'search_community', { q: marks.pair, kind: 'posts', languages: 'all' }),
  page('search, all kinds', 'search_community', { q: marks.common, kind: 'all', languages: 'all' }),
  page('trending', 'community_trending_top3', {}),
  page('read feed, hot', 'list_feed', { sort: 'hot' }),
  page('read feed, latest', 'list_feed', { sort: 'latest' }),
  page('read feed, best of the week', 'list_feed', { sort: 'top', period: 'week' }),
  page('read feed, joined', 'list_feed', { scope: 'joined', sort: 'hot' }),
  page('read community page', 'list_channel_posts', { slug: 'community-5' }),
  page('read topic page', 'list_tag_posts', { tag: marks.tag, limit: 20 }),
  page('read search, in a third', 'search_community', { q: marks.common, kind: 'posts' }),
  page('read search, all kinds', 'search_community', { q: marks.common, kind: 'all' }),
];
