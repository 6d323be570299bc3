import type { Accounts } from '../domain.ts';
import type { Caller } from './caller.ts';
import { type Exchange, headersOf } from './exchange.ts';
import type { PageVisit } from './pages.ts';

const languageOf = ({ url: { pathname } }: Exchange): 'en' | 'fr' =>
  pathname === '/fr' || pathname.startsWith('/fr/') ? 'fr' : 'en';

/** A visit to a page: who opens it, and the headers. */
export function visitOf(exchange: Exchange, accounts: Pick<Accounts, 'resolveCaller'>): PageVisit {
  const language = languageOf(exchange);
  const path = withoutSlash(exchange.url.pathname);
  const headers = headersOf(exchange.req);
  let caller: Promise<Caller> | undefined;
  return {
    path: language === 'fr' ? path.slice('/fr'.length) || '/' : path,
    language,
    query: exchange.url.searchParams,
    headers,
    caller: () => (caller ??= accounts.resolveCaller(headers)),
  };
}

export const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);
