import type { Language, ReadingLanguage } from '#contract/base.ts';
import type { PageData } from './page-template.ts';
import type { Caller } from './caller.ts';
import type { RequestHeaders } from './exchange.ts';

/** One visit to a page. */
export interface PageVisit {
  /** Path without language prefix and trailing slash: `/practitioners/claire-moreau`. */
  readonly path: string;
  readonly language: Language;
  readonly query: URLSearchParams;
  readonly headers: RequestHeaders;
  /**
   * Returns the visitor's session or a visitor. It queries the database once per visit, and only if there is a session.
   * Rejects if the database is down.
   */
  caller(): Promise<Caller>;
  /**
   * Returns the language of the texts on pages of signed-in people: French under /fr, otherwise the language of the
   * account.
   */
  readingLanguage(): Promise<ReadingLanguage>;
}

export interface Filling {
  readonly data: PageData;
  /** True: the content was made for this person, so no cache stores it and no search engine lists it. */
  readonly isPrivate?: boolean;
}

/**
 * Returns a domain's current content for a page. Undefined: the domain has no content for it. 'missing': the page does
 * not exist, although its path has the right form.
 */
export type FillPage = (visit: PageVisit) => Promise<Filling | 'missing' | undefined>;

/** Merges the content of all domains for one page. A later domain overrides an earlier one. */
export function joinFillings(fillers: readonly FillPage[]): (visit: PageVisit) => Promise<Filling | 'missing'> {
  return async (visit) => {
    const said = await Promise.all(fillers.map((fill) => fill(visit)));
    if (said.includes('missing')) return 'missing';
    const fillings = said.filter((one): one is Filling => one !== undefined && one !== 'missing');
    return {
      data: Object.assign({}, ...fillings.map(({ data }) => data)),
      isPrivate: fillings.some((one) => one.isPrivate),
    };
  };
}
