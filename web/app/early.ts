import { inLanguage, type Language, pages } from './paths.ts';

/**
 * What the document of a page asks for while the page's scripts are on their way, as plain data for the build. A question that the page then asks with the
 * same input is answered from here (`lib/early-answers.ts`); what stands as `:name` in an input is that part of the address.
 */
export interface Early {
  /** Domains of the messages. */
  readonly words: readonly string[];
  /** Groups of the build (`vite.config.ts`) that the app imports when it first needs them. */
  readonly groups: readonly string[];
  readonly questions: readonly Question[];
  /** The service fills its first posts into it (`features/community/first-view.tsx`). */
  readonly hasFirstView: boolean;
}
/** The name of a procedure and its input, in the order in which the page writes it. */
export type Question = readonly [procedure: string, input: Readonly<Record<string, string | number>>];

const everywhere: readonly Question[] = [
  ['who_am_i', {}],
  ['get_my_community', {}],
];
/** What a page shows first. Addresses with a query ask for something else. */
const first: Readonly<Record<string, readonly Question[]>> = {
  '/community': [['list_feed', { view: 'all', sort: 'latest', scope: 'everywhere' }]],
  '/community/p/:postId': [['get_post', { post_id: ':postId', sort: 'best' }]],
  '/community/f/:slug': [
    ['get_channel', { slug: ':slug' }],
    ['list_channel_posts', { slug: ':slug', sort: 'latest' }],
  ],
};

/** Undefined: the page has no document of its own. */
export function earlyOf(path: string): Early | undefined {
  if (path !== '/community' && !path.startsWith('/community/')) return undefined;
  return {
    words: ['ui', 'errors', 'community', 'notifications'],
    groups: ['api'],
    questions: [...everywhere, ...(first[path] ?? [])],
    hasFirstView: path === '/community',
  };
}

/** Pages that are drawn in the browser and have a document of their own. */
export const withDocument = (language: Language): { path: string; address: string; early: Early }[] =>
  pages.flatMap(({ path, prerender }) => {
    const early = prerender ? undefined : earlyOf(path);
    return early ? [{ path, address: inLanguage(path, language), early }] : [];
  });
