import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { accepts } from './accepted-encoding.ts';
import type { Accounts } from '../domain.ts';
import { type Exchange, isRead, type Route, send } from './exchange.ts';
import { createFilledPages, type FilledPage } from './filled-pages.ts';
import type { Filling, PageVisit } from './pages.ts';
import { readText } from './read-body.ts';
import { contentSecurityPolicy, dropHeadersOfParts } from './security-headers.ts';
import type { Site, SiteFile } from './site.ts';
import { visitOf, withoutSlash } from './visit.ts';

const MAX_FORM_BYTES = 10_000;
const YEAR = 'public, max-age=31536000, immutable';

export interface SiteParts {
  readonly site: Site;
  readonly isHttps: boolean;
  readonly accounts: Pick<Accounts, 'resolveCaller'>;
  /** What the domains know about a page now. */
  fill(visit: PageVisit): Promise<Filling | 'missing'>;
  /** False: visitors see that the site opens soon. */
  isPublished(): Promise<boolean>;
}

/**
 * The web build: files, prerendered pages (filled with what holds now, where they have marks for it), and the fallback page for addresses that the app
 * knows (patterns with `:name` parts). Anything else is the 404 page in its language, with status 404. Takes every read, so it comes last.
 */
export function siteRoute(parts: SiteParts): Route {
  const { site, isHttps } = parts;
  const known = site.patterns.map(toRegExp);
  const pages = new Set(site.prerendered);
  const templates = Object.entries(site.templates).map(([pattern, page]) => [toRegExp(pattern), page] as const);
  const filled = createFilledPages();

  async function sendPage(exchange: Exchange, status: number, file: SiteFile, visit: PageVisit): Promise<boolean> {
    const template = await filled.templateOf(file);
    if (!template) return sendFile(exchange, status, file, 'no-cache', isHttps);
    const filling = await parts.fill(visit);
    if (filling === 'missing') return status === 404 ? false : notFound(exchange, visit);
    const policy = contentSecurityPolicy(file.hashes, isHttps);
    return sendFilled(exchange, status, filled.fill(template, filling), filling, policy);
  }

  const notFound = (exchange: Exchange, visit: PageVisit): boolean | Promise<boolean> => {
    const file = site.files.get(visit.language === 'fr' ? '/fr/404.html' : '/404.html');
    return file ? sendPage(exchange, 404, file, { ...visit, path: '/404' }) : false;
  };

  /**
   * A filled page answers what was typed into its form. Elsewhere a script was meant to take the form: what was typed goes nowhere, and least of all
   * into an address.
   */
  async function answerForm(exchange: Exchange, path: string): Promise<boolean> {
    const file = site.files.get(`${path}/index.html`);
    const isShort = Number(exchange.req.headers['content-length']) <= MAX_FORM_BYTES;
    if (!isShort || !file || !(await filled.templateOf(file)))
      return send(exchange, 303, 'text/plain; charset=utf-8', '', { Location: path + exchange.url.search });
    const visit = visitOf(exchange, parts.accounts);
    if (await isWaiting(visit)) return openingSoon(exchange, visit);
    const form = new URLSearchParams(await readText(exchange.req, MAX_FORM_BYTES));
    return sendPage(exchange, 200, file, { ...visit, form });
  }

  /** Staff prepare and preview the site; everybody else waits, search engines included. */
  async function isWaiting(visit: PageVisit): Promise<boolean> {
    if (isAlwaysOpen(visit.path) || (await parts.isPublished())) return false;
    const caller = await visit.caller();
    return caller.kind === 'visitor' || caller.role === 'patient';
  }

  function openingSoon(exchange: Exchange, visit: PageVisit): boolean | Promise<boolean> {
    const file = site.files.get(`${visit.language === 'fr' ? '/fr' : ''}/opening-soon/index.html`);
    exchange.res.setHeader('Retry-After', OPENING_SOON_S);
    return file ? sendPage(exchange, 503, file, { ...visit, path: '/opening-soon' }) : false;
  }

  const pageFor = (path: string): SiteFile | undefined => {
    if (pages.has(path) && !/\/(404|opening-soon)$/.test(path)) return site.files.get(`${path}/index.html`);
    const template = templates.find(([pattern]) => pattern.test(path))?.[1];
    if (template) return site.files.get(`${template}/index.html`);
    return known.some((pattern) => pattern.test(path)) ? site.files.get(site.fallback) : undefined;
  };

  return {
    access: 'visitor',
    matches: () => true,
    async answer(exchange) {
      const path = withoutSlash(exchange.url.pathname);
      if (exchange.req.method === 'POST' && pages.has(path)) return answerForm(exchange, path);
      if (!isRead(exchange)) return false;
      const target = site.redirects[path];
      if (target) return redirect(exchange, target);
      if (path !== exchange.url.pathname && (pages.has(path) || known.some((pattern) => pattern.test(path))))
        return redirect(exchange, path);
      const file = site.files.get(path);
      if (file && !path.endsWith('.html'))
        return sendFile(exchange, 200, file, path.startsWith('/assets/') ? YEAR : 'no-cache', isHttps);
      const page = pageFor(path);
      const visit = visitOf(exchange, parts.accounts);
      if (await isWaiting(visit)) return openingSoon(exchange, visit);
      return page ? sendPage(exchange, 200, page, visit) : notFound(exchange, visit);
    },
  };
}

/** When search engines may look again, in seconds. */
const OPENING_SOON_S = 86_400;
/** Where staff sign in and work; each asks for itself who may see it. */
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

const isAlwaysOpen = (path: string): boolean => ALWAYS_OPEN.includes(path.split('/')[1] ?? '');

/** Keeps the query: a link with `?mode=signin` means the same with and without a slash. */
const redirect = (exchange: Exchange, path: string): true =>
  send(exchange, 302, 'text/plain; charset=utf-8', '', {
    Location: path + exchange.url.search,
    'Cache-Control': 'no-cache',
  });

const toRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/')}$`,
  );

/** Headers of a page or file, and the answer itself when the browser has it already. */
function isAnswered({ req, res }: Exchange, status: number, etag: string, caching: string, policy: string): boolean {
  res.setHeader('Cache-Control', caching);
  res.setHeader('ETag', etag);
  res.appendHeader('Vary', 'Accept-Encoding');
  res.setHeader('Content-Security-Policy', policy);
  if (status !== 200 || req.headers['if-none-match'] !== etag) return false;
  res.writeHead(304).end();
  return true;
}

async function sendFilled(
  exchange: Exchange,
  status: number,
  page: FilledPage,
  { isPrivate }: Filling,
  policy: string,
): Promise<true> {
  const { req, res } = exchange;
  const accepted = req.headers['accept-encoding'] ?? '';
  const encoding = ['br', 'gzip'].find((name) => accepts(accepted, name));
  const caching = isPrivate ? 'no-store' : 'no-cache';
  // Who is signed in may see another page than others.
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

const isPartOfPage = (path: string): boolean => /\.(?:js|css|woff2)$/.test(path) && !path.includes('worker');

function smallest({ br, gz, size }: SiteFile, accepted: string): { suffix: string; encoding?: string; size: number } {
  if (br !== undefined && accepts(accepted, 'br')) return { suffix: '.br', encoding: 'br', size: br };
  if (gz !== undefined && accepts(accepted, 'gzip')) return { suffix: '.gz', encoding: 'gzip', size: gz };
  return { suffix: '', size };
}
