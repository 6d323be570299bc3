import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Filling } from './pages.ts';
import { parseTemplate, type PageTemplate } from './page-template.ts';
import type { SiteFile } from './site.ts';

/**
 * Largest number of cached pages. A page is compressed once as long as it is cached. Each search makes a new page, so
 * the oldest pages are dropped.
 */
const MOST_KEPT = 300;
const QUALITY = 9;
/**
 * Brotli level for a page that is made for one visit. It takes a fifth of the time of `QUALITY` and makes the page a
 * tenth larger.
 */
const QUICK = 4;

export interface FilledPage {
  readonly etag: string;
  readonly size: number;
  /** Returns the bytes of the page in a content encoding. */
  body(encoding?: string): Promise<Buffer>;
}

export interface FilledPages {
  /** Returns the template of a page. Null if the document has no marks, so that its file is sent unchanged. */
  templateOf(file: SiteFile): Promise<PageTemplate | null>;
  fill(template: PageTemplate, filling: Filling): FilledPage;
  /** Caches a page that is already complete. */
  keep(html: string, isPrivate: boolean): FilledPage;
}

/**
 * Creates a cache of page templates and filled pages. A template is read once. A filled page is cached by its content,
 * so an outdated page is never sent.
 */
export function createFilledPages(): FilledPages {
  const templates = new Map<string, Promise<PageTemplate | null>>();
  const kept = new Map<string, FilledPage>();
  return {
    templateOf({ path }) {
      const known = templates.get(path);
      if (known) return known;
      const read = readFile(path, 'utf8').then(parseTemplate);
      templates.set(path, read);
      return read;
    },
    fill: (template, { data, isPrivate = false }) => keepPage(template(data), isPrivate),
    keep: keepPage,
  };

  function keepPage(text: string, isPrivate: boolean): FilledPage {
    const html = Buffer.from(text);
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    const known = kept.get(etag);
    if (known) return known;
    const page = { etag, size: html.length, body: compressor(html, isPrivate ? QUICK : QUALITY) };
    if (!isPrivate) keep(kept, etag, page);
    return page;
  }
}

function keep(kept: Map<string, FilledPage>, etag: string, page: FilledPage): void {
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest) kept.delete(oldest);
  kept.set(etag, page);
}

function compressor(html: Buffer, quality: number): FilledPage['body'] {
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
