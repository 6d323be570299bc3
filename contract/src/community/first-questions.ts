/**
 * The first queries of each community page, by the address of the page. The service runs these queries, embeds the
 * answers in the page's HTML document, and renders the first view from them. The reader sees the first view until React
 * shows the page. An address with other query parameters than those below has no first view.
 *
 * In an input, `:name` is a part of the address, and `?name` is a query parameter. The keys of an input are in the
 * order in which the page sends them.
 */
export const firstQuestions = {
  '/community': [['listFeed', { view: 'all', sort: 'latest', scope: 'everywhere' }]],
  '/community/most-popular': [['listFeed', { view: 'all', sort: 'top', period: 'week' }]],
  '/community/expert-articles': [['listExpertArticles', { view: 'all' }]],
  '/community/hot-topics': [['listHotTopics', { limit: 30 }]],
  '/community/explore': [['listChannels', { search: '', view: 'all' }]],
  '/community/saved': [['listSavedPosts', {}]],
  '/community/recent': [['listRecentlyViewed', {}]],
  '/community/search': [['searchCommunity', { q: '?q', kind: 'all', sort: 'relevance' }]],
  '/community/c/:tag': [['listTagPosts', { tag: ':tag', limit: 20 }]],
  '/community/t/:tag': [['listTagPosts', { tag: ':tag', limit: 20 }]],
  '/community/p/:postId': [['getPost', { post_id: ':postId', sort: 'best' }]],
  '/community/f/:slug': [
    ['getChannel', { slug: ':slug' }],
    ['listChannelPosts', { slug: ':slug', sort: 'latest' }],
  ],
} as const satisfies Record<string, readonly FirstQuestion[]>;

/** The name of a community procedure, and its input. */
export type FirstQuestion = readonly [procedure: string, input: Readonly<Record<string, string | number>>];
/** Pages whose HTML document has a server-rendered first view. */
export type FirstViewPath = keyof typeof firstQuestions;

/**
 * Returns the key under which an HTML document stores the answer to a query. The key consists of the procedure's path
 * and the input.
 */
export const answerKey = (procedure: string, input: unknown): string =>
  `/rpc/${procedure.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}${JSON.stringify(input)}`;
