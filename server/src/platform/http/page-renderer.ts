import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { ReadingLanguage } from '#contract/base.ts';
import type { InlineHashes } from './security-headers.ts';

/** A page as the web build renders it (web/app/entry.server.tsx). */
export interface RenderedPage {
  /** 404 means that the page does not exist. The service then sends the page for unknown addresses. */
  readonly status: number;
  readonly html: string;
  /** Hashes of the inline scripts and styles. */
  readonly hashes: InlineHashes;
  /** True if the page was rendered for one person. No cache may store it, and no search engine may list it. */
  readonly isPrivate: boolean;
}

/** @param service the procedures, which run with the rights of the reader (in-process-calls.ts) */
export type DrawPage = (request: Request, service: unknown) => Promise<RenderedPage>;

/**
 * Adds the server-rendered first view to a built document: the page's HTML and the answers to the page's first queries.
 * Rejects if a query fails.
 *
 * @param service the procedures, which run with the rights of the reader
 * @param language the language of the reader's texts
 */
export type DrawFirstView = (
  document: string,
  request: Request,
  service: unknown,
  language: ReadingLanguage,
) => Promise<{ readonly html: string; readonly hashes: InlineHashes }>;

/** The renderer of the web build. */
export interface PageRenderer {
  readonly drawPage: DrawPage;
  readonly drawFirstView: DrawFirstView;
  /** Renders a first view and discards it, so that the code is compiled before the first request. */
  readonly warmFirstView: () => Promise<void>;
}

interface Build {
  readonly entry: {
    readonly module: { createRenderer(build: Build, readAsset: (address: string) => string): PageRenderer };
  };
}

interface WarmUp {
  readonly renderer: Pick<PageRenderer, 'drawPage' | 'warmFirstView'>;
  readonly origin: string;
  /** Paths of the pages to render. Patterns with parameters are skipped. */
  readonly pages: readonly string[];
  /** The procedures of the service. They are called with the rights of a visitor. */
  readonly service: unknown;
}

/**
 * Renders every page without parameters, and one server-rendered first view, before anyone requests them. The first
 * rendering takes ten times as long, because its code is compiled.
 */
export async function warmUp({ renderer, origin, pages, service }: WarmUp): Promise<void> {
  for (const page of pages.filter((path) => !path.includes(':')))
    await renderer.drawPage(new Request(origin + page), service);
  await renderer.warmFirstView();
}

/** Loads the server part of the web build. `file` is relative to the folder of the pages. */
export async function loadRenderer(siteFolder: string, file: string): Promise<PageRenderer> {
  const build = (await import(pathToFileURL(join(siteFolder, file)).href)) as Build;
  const texts = new Map<string, string>();
  const readAsset = (address: string): string => {
    const text = texts.get(address) ?? readFileSync(join(siteFolder, address), 'utf8');
    texts.set(address, text);
    return text;
  };
  return build.entry.module.createRenderer(build, readAsset);
}
