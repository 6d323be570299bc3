import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import * as z from 'zod';
import type { InlineHashes } from './security-headers.ts';

/** A file of the web build, with the sizes of its compressed versions. */
export interface SiteFile {
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly etag: string;
  readonly br?: number;
  readonly gz?: number;
  /** Hashes of the inline scripts and styles of a page. */
  readonly hashes: InlineHashes;
}

/** The pages of the web build, in the format that web/post-build.ts writes. */
const Paths = z.object({
  patterns: z.array(z.string()),
  prerendered: z.array(z.string()),
  redirects: z.record(z.string(), z.string()),
  fallback: z.string(),
  /** Patterns of the pages that the service renders on request. */
  rendered: z.array(z.string()).default([]),
  /** Path of the module that renders the pages of `rendered`, relative to the folder of the build. */
  renderer: z.string().optional(),
  /** For each path pattern: the document to which the service adds a server-rendered first view. */
  documents: z.record(z.string(), z.string()).default({}),
  /**
   * For each language in which people read posts (`ReadingLanguage`) and each path pattern: the document in that
   * language.
   */
  translations: z.record(z.string(), z.record(z.string(), z.string())).default({}),
});
const Hashes = z.record(z.string(), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }));

export interface Site extends z.infer<typeof Paths> {
  /** Files by path: `/assets/app-1a2b.js`, `/home/index.html`. */
  readonly files: ReadonlyMap<string, SiteFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};
/** Files that the build writes only for the service. */
const PRIVATE = new Set(['/csp.json', '/paths.json']);

/**
 * Reads the list of files once, so that no request can name a file that is not in the list. Null if the web app was not
 * built.
 */
export async function readSite(folder: string): Promise<Site | null> {
  if (!existsSync(join(folder, 'paths.json'))) return null;
  const paths = Paths.parse(readJson(join(folder, 'paths.json')));
  const hashes = Hashes.parse(existsSync(join(folder, 'csp.json')) ? readJson(join(folder, 'csp.json')) : {});
  const sizes = await sizesIn(folder);
  const files = new Map<string, SiteFile>();
  for (const [address, { size, mtimeMs }] of sizes) {
    if (PRIVATE.has(address) || /\.(br|gz)$/.test(address)) continue;
    const br = sizes.get(`${address}.br`)?.size;
    const gz = sizes.get(`${address}.gz`)?.size;
    files.set(address, {
      path: join(folder, address),
      type: TYPES[extname(address)] ?? 'application/octet-stream',
      size,
      // The hash of the path distinguishes documents in two languages, which can have the same size and modification
      // time.
      etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}-${shortHash(address)}"`,
      ...(br !== undefined && { br }),
      ...(gz !== undefined && { gz }),
      hashes: hashes[address] ?? { scripts: [], styles: [] },
    });
  }
  return { ...paths, files };
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 6);

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

async function sizesIn(folder: string): Promise<Map<string, { size: number; mtimeMs: number }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const stats = await Promise.all(
    files.map(async (file) => [`/${relative(folder, file).replaceAll('\\', '/')}`, await stat(file)] as const),
  );
  return new Map(stats);
}
