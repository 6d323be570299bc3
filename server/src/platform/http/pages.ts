import type { Language, ReadingLanguage } from '#contract/base.ts';
import type { PageData } from './page-template.ts';
import type { Caller } from './caller.ts';
import type { RequestHeaders } from './exchange.ts';

/** One visit to a page. */
export interface PageVisit {
  /** Without language prefix and trailing slash: `/practitioners/claire-moreau`. */
  readonly path: string;
  readonly language: Language;
  readonly query: URLSearchParams;
  readonly headers: RequestHeaders;
  /** Reads the database if there is a session, once per visit. Rejects if the database is down. */
  caller(): Promise<Caller>;
  /** The language of the sentences on pages of signed-in people: French under /fr, else that of the account. */
  readingLanguage(): Promise<ReadingLanguage>;
}

export interface Filling {
  readonly data: PageData;
  /** True: made for this person, so no cache keeps it and no search engine lists it. */
  readonly isPrivate?: boolean;
}

/** A domain's current content for a page. Undefined: the domain has none. 'missing': the page does not exist, although its address has the right form. */
export type FillPage = (visit: PageVisit) => Promise<Filling | 'missing' | undefined>;

/** The content of all domains for one page. Later domains override earlier ones. */
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
