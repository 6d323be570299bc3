import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Largest number of cached pages. A cached page is compressed only once. Each search adds a page to the cache, so the
 * oldest pages are dropped.
 */
const MOST_KEPT = 300;
const QUALITY = 9;
/**
 * Brotli level for a page that is made for one visit. Compression at this level takes an eighth of the time of
 * `QUALITY` and saves nearly as much.
 */
const QUICK = 5;

/** A rendered page that can be sent in several content encodings. */
export interface CachedPage {
  readonly etag: string;
  readonly size: number;
  /** Returns the bytes of the page in a content encoding. */
  body(encoding?: string): Promise<Buffer>;
}

export interface PageCache {
  /** Returns the page with this content. A private page is not cached. */
  keep(html: string, isPrivate: boolean): CachedPage;
}

/** Creates a cache of rendered pages. A page is cached by its content, so an outdated page is never sent. */
export function createPageCache(): PageCache {
  const kept = new Map<string, CachedPage>();
  return {
    keep(text, isPrivate) {
      const html = Buffer.from(text);
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
      const known = kept.get(etag);
      if (known) return known;
      const page = { etag, size: html.length, body: compressor(html, isPrivate ? QUICK : QUALITY) };
      if (isPrivate) return page;
      const [oldest] = kept.keys();
      if (kept.size >= MOST_KEPT && oldest) kept.delete(oldest);
      kept.set(etag, page);
      return page;
    },
  };
}

function compressor(html: Buffer, quality: number): CachedPage['body'] {
  const made = new Map<string, Promise<Buffer>>();
  const make = (encoding: string): Promise<Buffer> => {
    if (encoding === 'gzip') return promisify(gzip)(html);
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
    return promisify(brotliCompress)(html, { params });
  };
  return async (encoding) => {
    if (!encoding) return html;
    const known = made.get(encoding) ?? make(encoding);
    made.set(encoding, known);
    return known;
  };
}
