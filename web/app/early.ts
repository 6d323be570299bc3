import {
  type FirstQuestion,
  firstQuestions,
  type FirstViewPath,
  isFirstViewPath,
} from '#contract/community/first-questions.ts';
import { inLanguage, type Language, pages } from './paths.ts';

/**
 * Lists the files and data that a page's document requests while the page's scripts are loading. The build reads this
 * as plain data. If the page later sends a query with the same input, it gets the answer that was requested here
 * (`lib/early-answers.ts`).
 */
export interface Early {
  /** Domains of the messages that the page needs. */
  readonly words: readonly string[];
  /** Groups of modules (`vite.config.ts`) that the app imports when it first needs them. */
  readonly groups: readonly string[];
  /** Queries that every address of the page sends. */
  readonly questions: readonly FirstQuestion[];
  /** The page's first queries. They are not sent for an address with a query string, which needs other data. */
  readonly first: readonly FirstQuestion[];
  /** The page of this address, if the service fills in its first view (`features/community/first-view/`). */
  readonly firstView: FirstViewPath | undefined;
}

/** Returns undefined if the page has no separate document. */
export function earlyOf(path: string): Early | undefined {
  if (path !== '/community' && !path.startsWith('/community/')) return undefined;
  const firstView = isFirstViewPath(path) ? path : undefined;
  return {
    words: ['ui', 'community', 'notifications'],
    groups: ['api'],
    questions: [
      ['whoAmI', {}],
      ['getMyCommunity', {}],
    ],
    first: firstView ? firstQuestions[firstView] : [],
    firstView,
  };
}

/** Returns the pages that are drawn in the browser and have a separate document. */
export const withDocument = (language: Language): { path: string; address: string; early: Early }[] =>
  pages.flatMap(({ path, from }) => {
    const early = from === 'browser' ? earlyOf(path) : undefined;
    return early ? [{ path, address: inLanguage(path, language), early }] : [];
  });
