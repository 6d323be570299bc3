import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Exchange, isRead, type Route, send } from './exchange.ts';
import { contentSecurityPolicy } from './security-headers.ts';
import type { Site, SiteFile } from './site.ts';

const YEAR = 'public, max-age=31536000, immutable';

/**
 * The web build: files, prerendered pages, and the fallback page for addresses that the app knows (patterns with `:name` parts). Anything else is the 404
 * page in its language, with status 404. Takes every read, so it comes last.
 */
export function siteRoute(site: Site, isHttps: boolean): Route {
  const known = site.patterns.map(toRegExp);
  const pages = new Set(site.prerendered);
  return async (exchange) => {
    if (!isRead(exchange)) return false;
    const path = withoutSlash(exchange.url.pathname);
    const target = site.redirects[path];
    if (target) return redirect(exchange, target);
    if (path !== exchange.url.pathname && (pages.has(path) || known.some((pattern) => pattern.test(path))))
      return redirect(exchange, path);
    const file = site.files.get(path);
    if (file && !path.endsWith('.html'))
      return sendFile(exchange, 200, file, path.startsWith('/assets/') ? YEAR : 'no-cache', isHttps);
    const page = pageFor(site, path, pages, known);
    if (page) return sendFile(exchange, 200, page, 'no-cache', isHttps);
    return notFound(exchange, site, path, isHttps);
  };
}

function pageFor(site: Site, path: string, pages: ReadonlySet<string>, known: readonly RegExp[]): SiteFile | undefined {
  if (pages.has(path) && !path.endsWith('/404')) return site.files.get(`${path}/index.html`);
  return known.some((pattern) => pattern.test(path)) ? site.files.get(site.fallback) : undefined;
}

function notFound(exchange: Exchange, site: Site, path: string, isHttps: boolean): boolean | Promise<true> {
  const page = site.files.get(path === '/fr' || path.startsWith('/fr/') ? '/fr/404.html' : '/404.html');
  return page ? sendFile(exchange, 404, page, 'no-cache', isHttps) : false;
}

/** Keeps the query: a link with `?mode=signin` means the same with and without a slash. */
const redirect = (exchange: Exchange, path: string): true =>
  send(exchange, 302, 'text/plain; charset=utf-8', '', {
    Location: path + exchange.url.search,
    'Cache-Control': 'no-cache',
  });

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

const toRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/')}$`,
  );

async function sendFile(
  { req, res }: Exchange,
  status: number,
  file: SiteFile,
  caching: string,
  isHttps: boolean,
): Promise<true> {
  const { suffix, encoding, size } = smallest(file, req.headers['accept-encoding'] ?? '');
  const etag = suffix ? file.etag.replace(/"$/, `${suffix}"`) : file.etag;
  res.setHeader('Cache-Control', caching);
  res.setHeader('ETag', etag);
  res.setHeader('Vary', 'Accept-Encoding');
  res.setHeader('Content-Security-Policy', contentSecurityPolicy(file.scriptHashes, isHttps));
  if (status === 200 && req.headers['if-none-match'] === etag) {
    res.writeHead(304).end();
    return true;
  }
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.writeHead(status, { 'Content-Type': file.type, 'Content-Length': size });
  if (req.method === 'HEAD') res.end();
  else await pipeline(createReadStream(file.path + suffix), res);
  return true;
}

function smallest({ br, gz, size }: SiteFile, accepted: string): { suffix: string; encoding?: string; size: number } {
  const accepts = (name: string) =>
    accepted.split(',').some((entry) => entry.trim().split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(entry.trim()));
  if (br !== undefined && accepts('br')) return { suffix: '.br', encoding: 'br', size: br };
  if (gz !== undefined && accepts('gzip')) return { suffix: '.gz', encoding: 'gzip', size: gz };
  return { suffix: '', size };
}
