import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Filling } from './pages.ts';
import { parseTemplate, type PageTemplate } from './page-template.ts';
import type { SiteFile } from './site.ts';

/** Pages with the same content are compressed once. Each search makes a new page, so the oldest ones are dropped. */
const MOST_KEPT = 300;
const QUALITY = 9;
/** Compression level of a page that is made for one visit: a fifth of the time for a tenth more bytes. */
const QUICK = 4;

export interface FilledPage {
  readonly etag: string;
  readonly size: number;
  /** The bytes in a content encoding. */
  body(encoding?: string): Promise<Buffer>;
}

export interface FilledPages {
  /** Null if the page has no marks: its file is then sent unchanged. */
  templateOf(file: SiteFile): Promise<PageTemplate | null>;
  fill(template: PageTemplate, filling: Filling): FilledPage;
  /** Stores a page that is complete. */
  keep(html: string, isPrivate: boolean): FilledPage;
}

/** Templates are read once. A filled page is cached by its content, so no outdated page can remain. */
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
