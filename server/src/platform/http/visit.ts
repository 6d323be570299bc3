import type { Language, ReadingLanguage } from '#contract/base.ts';
import type { Accounts } from '../domain.ts';
import type { Caller } from './caller.ts';
import { type Exchange, headersOf, type RequestHeaders } from './exchange.ts';

/** One visit to a page. */
export interface PageVisit {
  /** Path without language prefix and trailing slash: `/practitioners/claire-moreau`. */
  readonly path: string;
  readonly language: Language;
  readonly headers: RequestHeaders;
  /**
   * Returns the signed-in caller, or a visitor if there is no session. It queries the database at most once per visit,
   * and only if the request has a session. Rejects if the database is down.
   */
  caller(): Promise<Caller>;
  /**
   * Returns the language of the texts on pages for signed-in people. Pages under /fr are in French. All other pages are
   * in the language of the account. If that language is French, they are in English, because only pages under /fr are
   * in French.
   */
  readingLanguage(): Promise<ReadingLanguage>;
}

const languageOf = ({ url: { pathname } }: Exchange): 'en' | 'fr' =>
  pathname === '/fr' || pathname.startsWith('/fr/') ? 'fr' : 'en';

/** Returns the visit to a page: path, language, headers and the visitor. */
export function visitOf(exchange: Exchange, accounts: Pick<Accounts, 'resolveCaller'>): PageVisit {
  const language = languageOf(exchange);
  const path = withoutSlash(exchange.url.pathname);
  const headers = headersOf(exchange.req);
  let known: Promise<Caller> | undefined;
  const caller = (): Promise<Caller> => (known ??= accounts.resolveCaller(headers));
  return {
    path: language === 'fr' ? path.slice('/fr'.length) || '/' : path,
    language,
    headers,
    caller,
    async readingLanguage() {
      if (language === 'fr') return 'fr';
      const found = await caller();
      // A page outside /fr is never in French, even for an account whose language is French.
      return found.kind === 'user' && found.language !== 'fr' ? found.language : 'en';
    },
  };
}

export const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);
