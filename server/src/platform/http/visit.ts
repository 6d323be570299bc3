import type { Accounts } from '../domain.ts';
import type { Caller } from './caller.ts';
import { type Exchange, headersOf } from './exchange.ts';
import type { PageVisit } from './pages.ts';

const languageOf = ({ url: { pathname } }: Exchange): 'en' | 'fr' =>
  pathname === '/fr' || pathname.startsWith('/fr/') ? 'fr' : 'en';

/** A visit to a page: the visitor and the headers. */
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
      // A French account is read in French under /fr only.
      return found.kind === 'user' && found.language !== 'fr' ? found.language : 'en';
    },
  };
}

export const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);
