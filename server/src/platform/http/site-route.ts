import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { accepts } from './accepted-encoding.ts';
import type { Accounts } from '../domain.ts';
import type { EarlierAssets } from './earlier-assets.ts';
import { documentFinder, type Documents, toRegExp } from './find-document.ts';
import { type Exchange, isRead, type Route, send } from './exchange.ts';
import type { Asking } from './in-process-calls.ts';
import type { firstViewsWith } from './first-views.ts';
import { type CachedPage, createPageCache } from './page-cache.ts';
import type { DrawPage } from './page-renderer.ts';
import { readText } from './read-body.ts';
import { contentSecurityPolicy, dropHeadersOfParts } from './security-headers.ts';
import type { Site, SiteFile } from './site.ts';
import { type PageVisit, visitOf, withoutSlash } from './visit.ts';

const MAX_FORM_BYTES = 10_000;
const YEAR = 'public, max-age=31536000, immutable';

export interface SiteParts {
  readonly site: Site;
  /** The files of earlier releases. The name of each file contains a hash. */
  readonly earlier: Pick<EarlierAssets, 'find'>;
  readonly isHttps: boolean;
  readonly accounts: Pick<Accounts, 'resolveCaller'>;
  /** Renders the public pages. Absent if the web build has no renderer. */
  readonly render: DrawPage | undefined;
  /** Adds the server-rendered first view to a document. Absent if the web build has no renderer. */
  readonly firstView: ReturnType<typeof firstViewsWith> | undefined;
  /** Returns the procedures, bound to a caller. They run with that caller's rights. */
  readonly procedures: (asking: Asking) => unknown;
  /** Returns whether the public pages are open. If false, visitors see "opening soon". */
  isPublished(): Promise<boolean>;
}

/**
 * Serves the web build:
 * - files;
 * - public pages that are rendered on request;
 * - prerendered pages;
 * - documents with a server-rendered first view (the page's HTML and the answers to its first queries);
 * - the fallback page for paths that the browser renders.
 *
 * Any other path gets the 404 page in its language, with status 404. This route answers every GET and HEAD request, so
 * it must come last.
 */
export function siteRoute(parts: SiteParts): Route {
  const { site, isHttps } = parts;
  const known = site.patterns.map(toRegExp);
  const pages = new Set(site.prerendered);
  const documents = documentFinder(site);
  const rendered = site.rendered.filter((path) => !UNLISTED.test(path)).map(toRegExp);
  const cache = createPageCache();
  const isRendered = (path: string): boolean => rendered.some((pattern) => pattern.test(path));

  /**
   * Sends a page that is rendered on request. `path` is the path of the page to render. It may differ from the
   * requested path.
   */
  async function sendRendered(
    exchange: Exchange,
    status: number,
    path: string,
    visit: PageVisit,
    form?: URLSearchParams,
  ): Promise<boolean> {
    if (!parts.render) return false;
    const { requestId, ip, url } = exchange;
    // If the caller cannot be determined, the page is sent as visitors see it.
    const caller = await visit.caller().catch(() => ({ kind: 'visitor', language: visit.language }) as const);
    const request = new Request(new URL(path + url.search, url), form ? { method: 'POST', body: form } : {});
    const page = await parts.render(request, parts.procedures({ caller, headers: visit.headers, requestId, ip }));
    if (page.status === 404) return status === 404 ? false : notFound(exchange, visit);
    if (page.status === 405) return lookAgain(exchange, path);
    const policy = contentSecurityPolicy(page.hashes, isHttps);
    return sendRenderedPage(exchange, status, cache.keep(page.html, page.isPrivate), page, policy);
  }

  /** Sends a document of the build. A community page gets a server-rendered first view. */
  async function sendDocument(exchange: Exchange, path: string, file: SiteFile, visit: PageVisit): Promise<boolean> {
    const view = documents.of(path) && (await parts.firstView?.(exchange, file, visit));
    if (!view) return sendFile(exchange, 200, file, 'no-cache', isHttps);
    const policy = contentSecurityPolicy(view.hashes, isHttps);
    return sendRenderedPage(exchange, 200, cache.keep(view.html, true), { isPrivate: true }, policy);
  }

  const notFound = (exchange: Exchange, visit: PageVisit): Promise<boolean> =>
    sendRendered(exchange, 404, inLanguage(visit, '/404'), visit);

  /**
   * Handles a form that a browser sent without a script. A page that the service renders handles its own form. For any
   * other page the typed text is discarded, so that it never becomes part of an address.
   */
  async function answerForm(exchange: Exchange, path: string): Promise<boolean> {
    const isShort = Number(exchange.req.headers['content-length']) <= MAX_FORM_BYTES;
    if (!isShort || !isRendered(path)) return lookAgain(exchange, path);
    const visit = visitOf(exchange, parts.accounts);
    if (await isWaiting(visit)) return openingSoon(exchange, visit);
    const form = new URLSearchParams(await readText(exchange.req, MAX_FORM_BYTES));
    return sendRendered(exchange, 200, path, visit, form);
  }

  /**
   * Returns whether this person has to wait until the site is published. Staff can prepare and preview the site.
   * Everyone else sees "opening soon", including search engines.
   */
  async function isWaiting(visit: PageVisit): Promise<boolean> {
    if (isAlwaysOpen(visit.path) || (await parts.isPublished())) return false;
    const caller = await visit.caller();
    return caller.kind === 'visitor' || caller.role === 'patient';
  }

  function openingSoon(exchange: Exchange, visit: PageVisit): boolean | Promise<boolean> {
    exchange.res.setHeader('Retry-After', OPENING_SOON_S);
    return sendRendered(exchange, 503, inLanguage(visit, '/opening-soon'), visit);
  }

  const pageFor = (path: string): SiteFile | undefined => {
    if (pages.has(path)) return site.files.get(`${path}/index.html`);
    const isKnown = known.some((pattern) => pattern.test(path));
    return documents.of(path) ?? (isKnown ? site.files.get(site.fallback) : undefined);
  };

  return {
    access: 'visitor',
    matches: () => true,
    async answer(exchange) {
      const path = withoutSlash(exchange.url.pathname);
      if (exchange.req.method === 'POST' && (pages.has(path) || isRendered(path))) return answerForm(exchange, path);
      if (!isRead(exchange)) return false;
      const target = site.redirects[path];
      if (target) return redirect(exchange, target);
      if (path !== exchange.url.pathname && known.some((pattern) => pattern.test(path)))
        return redirect(exchange, path);
      if (await sendNamed(exchange, parts, path)) return true;
      const visit = visitOf(exchange, parts.accounts);
      if (await isWaiting(visit)) return openingSoon(exchange, visit);
      if (isRendered(path)) return sendRendered(exchange, 200, path, visit);
      const page = (await translationFor(exchange, path, visit, documents)) ?? pageFor(path);
      return page ? sendDocument(exchange, path, page, visit) : notFound(exchange, visit);
    },
  };
}

/**
 * Returns the document in the language of the signed-in reader's account. If the account cannot be found, the language
 * of the path is used.
 */
async function translationFor({ res }: Exchange, path: string, visit: PageVisit, documents: Documents) {
  if (!documents.isTranslated(path)) return undefined;
  res.appendHeader('Vary', 'Cookie');
  return documents.inLanguage(path, await visit.readingLanguage().catch(() => visit.language));
}

/** Pages that the service sends in place of other pages. They have no path under which they can be requested. */
const UNLISTED = /\/(404|opening-soon)$/;
/** Seconds after which search engines may try again. */
const OPENING_SOON_S = 86_400;
/** First parts of paths where staff sign in and work. Each of these pages checks the reader's access itself. */
const ALWAYS_OPEN = [
  'login',
  'reset-password',
  'confirm-account',
  'confirm-email',
  'account',
  'admin',
  'studio',
  'notifications',
  'offline',
];

const inLanguage = ({ language }: PageVisit, path: string): string => (language === 'fr' ? `/fr${path}` : path);

const isAlwaysOpen = (path: string): boolean => ALWAYS_OPEN.includes(path.split('/')[1] ?? '');

/** Answers a form that the page cannot process. The browser then loads the page again. */
const lookAgain = (exchange: Exchange, path: string): true =>
  send(exchange, 303, 'text/plain; charset=utf-8', '', { Location: path + exchange.url.search });

/**
 * Keeps the query in the redirect, because a link with `?mode=signin` must mean the same with and without a slash at
 * the end of its path.
 */
const redirect = (exchange: Exchange, path: string): true =>
  send(exchange, 302, 'text/plain; charset=utf-8', '', {
    Location: path + exchange.url.search,
    'Cache-Control': 'no-cache',
  });

/**
 * Sets the headers of a page or file. If the browser already has the page or file, also sends the response and returns
 * true.
 */
function isAnswered({ req, res }: Exchange, status: number, etag: string, caching: string, policy: string): boolean {
  res.setHeader('Cache-Control', caching);
  res.setHeader('ETag', etag);
  res.appendHeader('Vary', 'Accept-Encoding');
  res.setHeader('Content-Security-Policy', policy);
  if (status !== 200 || req.headers['if-none-match'] !== etag) return false;
  res.writeHead(304).end();
  return true;
}

async function sendRenderedPage(
  exchange: Exchange,
  status: number,
  page: CachedPage,
  { isPrivate }: { isPrivate: boolean },
  policy: string,
): Promise<true> {
  const { req, res } = exchange;
  const accepted = req.headers['accept-encoding'] ?? '';
  const encoding = ['br', 'gzip'].find((name) => accepts(accepted, name));
  const caching = isPrivate ? 'no-store' : 'no-cache';
  // A signed-in person and a visitor may get different pages.
  res.setHeader('Vary', 'Cookie');
  if (isPrivate) res.setHeader('X-Robots-Tag', 'noindex');
  const etag = encoding ? page.etag.replace(/"$/, `.${encoding}"`) : page.etag;
  if (isAnswered(exchange, status, etag, caching, policy)) return true;
  const body = await page.body(encoding);
  return send(exchange, status, 'text/html; charset=utf-8', body, encoding ? { 'Content-Encoding': encoding } : {});
}

async function sendFile(
  exchange: Exchange,
  status: number,
  file: SiteFile,
  caching: string,
  isHttps: boolean,
): Promise<true> {
  const { req, res } = exchange;
  const { suffix, encoding, size } = smallest(file, req.headers['accept-encoding'] ?? '');
  const etag = suffix ? file.etag.replace(/"$/, `${suffix}"`) : file.etag;
  if (isAnswered(exchange, status, etag, caching, contentSecurityPolicy(file.hashes, isHttps))) return true;
  if (caching === YEAR && isPartOfPage(exchange.url.pathname)) dropHeadersOfParts(res);
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.writeHead(status, { 'Content-Type': file.type, 'Content-Length': size });
  if (req.method === 'HEAD') res.end();
  else await pipeline(createReadStream(file.path + suffix), res);
  return true;
}

/** Sends a file of the build that is not a page. */
async function sendNamed(exchange: Exchange, { site, earlier, isHttps }: SiteParts, path: string): Promise<boolean> {
  const isHashed = path.startsWith('/assets/');
  const file = site.files.get(path);
  if (file && !path.endsWith('.html')) return sendFile(exchange, 200, file, isHashed ? YEAR : 'no-cache', isHttps);
  return isHashed && sendEarlier(exchange, earlier, path);
}

/** Sends a file of an earlier release, for a page that was opened under that release. */
async function sendEarlier(exchange: Exchange, earlier: SiteParts['earlier'], path: string): Promise<boolean> {
  const asset = await earlier.find(path, exchange.req.headers['accept-encoding'] ?? '');
  if (!asset) return false;
  exchange.res.appendHeader('Vary', 'Accept-Encoding');
  if (isPartOfPage(path)) dropHeadersOfParts(exchange.res);
  const encoding = asset.encoding && { 'Content-Encoding': asset.encoding };
  return send(exchange, 200, asset.type, asset.body, { 'Cache-Control': YEAR, ...encoding });
}

const isPartOfPage = (path: string): boolean => /\.(?:js|css|woff2)$/.test(path) && !path.includes('worker');

function smallest({ br, gz, size }: SiteFile, accepted: string): { suffix: string; encoding?: string; size: number } {
  if (br !== undefined && accepts(accepted, 'br')) return { suffix: '.br', encoding: 'br', size: br };
  if (gz !== undefined && accepts(accepted, 'gzip')) return { suffix: '.gz', encoding: 'gzip', size: gz };
  return { suffix: '', size };
}
