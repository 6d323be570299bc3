import type { Accounts } from '../domain.ts';
import type { Caller } from './caller.ts';
import { type Exchange, headersOf } from './exchange.ts';
import type { PageVisit } from './pages.ts';

const languageOf = ({ url: { pathname } }: Exchange): 'en' | 'fr' =>
  pathname === '/fr' || pathname.startsWith('/fr/') ? 'fr' : 'en';

/** Returns the visit to a page: path, language, query, headers and the visitor. */
export function visitOf(exchange: Exchange, accounts: Pick<Accounts, 'resolveCaller'>): PageVisit {
  const language = languageOf(exchange);
  const path = withoutSlash(exchange.url.pathname);
  const headers = headersOf(exchange.req);
  let known: Promise<Caller> | undefined;
  const caller = (): Promise<Caller> => (known ??= accounts.resolveCaller(headers));
  return {
    path: language === 'fr' ? path.slice('/fr'.length) || '/' : path,
    language,
    query: exchange.url.searchParams,
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
