import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Languages, type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';
import { directionOf } from './app/lib/direction.ts';
import { drawnForReaders, inLanguage, type Language, pages as allPages } from './app/paths.ts';

interface Route {
  readonly parentId?: string;
  readonly module: string;
  readonly css: readonly string[];
}
/** The entries of the build's manifest, by source file. Each entry is a separate file. */
type Files = Record<string, { readonly file: string; readonly name?: string; readonly imports?: readonly string[] }>;

/** Domains of the messages that every page of the community needs. */
const words = ['ui', 'community'];
/** The file with the API client (`vite.config.ts`), which the first query loads. */
const client = 'api';

/**
 * Writes the documents of the community's pages beside the prerendered pages. The browser renders these pages. A
 * document is the fallback page with the names of all files that the page needs. Without these names, a browser would
 * discover the files one after the other: a script, its imports, the page's own script, the messages and the API
 * client. When the service sends a document, it inserts the page's first view and the data for the page's first queries
 * (`app/first-view.server.tsx`).
 *
 * @param folder folder of the build
 * @returns the pages by language and pattern of the address, as paths.json contains them
 */
export async function writeDocuments(folder: string): Promise<Record<string, Record<string, string>>> {
  const fallback = await readFile(join(folder, 'index.html'), 'utf8');
  const routes = await readRoutes(folder);
  const files = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Files;
  await rm(join(folder, '.vite'), { recursive: true });
  const written: Record<string, Record<string, string>> = {};
  for (const language of ReadingLanguages) {
    const site = language === 'fr' ? 'fr' : 'en';
    const pages = (written[language] = await writeForReaders(folder, fallback, language));
    for (const { path, address } of withDocument(site)) {
      const chain = chainOf(routes, `${site}:${path.slice(1)}`);
      const roots = [
        ...chain.map(({ module }) => module),
        groupNamed(files, client),
        ...(isOfSite(language) ? [] : [addressOf(files, 'app/lib/other-catalogues.ts')]),
        ...words.map((domain) => addressOf(files, `../messages/${language}/${domain}.json`)),
      ];
      const styles = chain.flatMap(({ css }) => css.map((file) => file.replace(/#$/, '')));
      const links = [
        ...styles.map((href) => `<link rel="preload" as="style" href="${href}"/>`),
        ...withImports(files, roots).map((href) => `<link rel="modulepreload" href="${href}"/>`),
      ].filter((link) => !fallback.includes(link.match(/href="[^"]+"/)?.[0] ?? ''));
      const page = pageOf(language, address);
      await mkdir(join(folder, page), { recursive: true });
      const html = asIn(fallback, language).replace('</head>', `${[...new Set(links)].join('')}</head>`);
      await writeFile(join(folder, page, 'index.html'), html);
      pages[address] = page;
    }
  }
  return written;
}

/** Returns the pages that have a separate document: the community pages that the browser renders. */
const withDocument = (language: Language): { path: string; address: string }[] =>
  allPages
    .filter(({ path, from }) => from === 'browser' && (path === '/community' || path.startsWith('/community/')))
    .map(({ path }) => ({ path, address: inLanguage(path, language) }));

/**
 * Writes documents for readers of a language that the site does not have. The build has prerendered the pages of
 * `drawnForReaders` only in the languages of the site. These pages have no first queries, so the fallback page in the
 * reader's language is enough.
 */
async function writeForReaders(folder: string, fallback: string, language: ReadingLanguage) {
  const written: Record<string, string> = {};
  if (isOfSite(language)) return written;
  for (const address of drawnForReaders) {
    const page = pageOf(language, address);
    await mkdir(join(folder, page), { recursive: true });
    await writeFile(join(folder, page, 'index.html'), asIn(fallback, language));
    written[address] = page;
  }
  return written;
}

const isOfSite = (language: ReadingLanguage): boolean => Languages.some((own) => own === language);

/**
 * Returns the folder of a page. Documents in other languages than those of the site have no separate address, so their
 * folder has a name that no page has.
 */
const pageOf = (language: ReadingLanguage, address: string): string =>
  (isOfSite(language) ? '' : `/read-in/${language}`) + address.replaceAll(/:\w+/g, '_');

/**
 * Returns a copy of the document with the `lang` and `dir` of this language. If the site does not have the language,
 * the copy also gets the attribute `data-reader`, which `readerOfDocument` reads.
 */
const asIn = (html: string, language: ReadingLanguage): string =>
  html.replace(
    /<html lang="en"(?: dir="ltr")?/,
    `<html lang="${language}" dir="${directionOf(language)}"${isOfSite(language) ? '' : ` data-reader="${language}"`}`,
  );

async function readRoutes(folder: string): Promise<Record<string, Route>> {
  const name = (await readdir(join(folder, 'assets'))).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error('the build has no list of routes');
  const script = await readFile(join(folder, 'assets', name), 'utf8');
  const { routes } = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)) as {
    routes: Record<string, Route>;
  };
  return routes;
}

/** Returns a route and the layouts around it. */
function chainOf(routes: Record<string, Route>, id: string): Route[] {
  const route = routes[id];
  if (!route) throw new Error(`the build has no page ${id}`);
  return route.parentId ? [...chainOf(routes, route.parentId), route] : [route];
}

function groupNamed(files: Files, name: string): string {
  const found = Object.keys(files).find((source) => files[source]?.name === name);
  return addressOf(files, found ?? name);
}

function addressOf(files: Files, source: string): string {
  const found = files[source];
  if (!found) throw new Error(`${source} is no file of its own in the build`);
  return `/${found.file}`;
}

/** Returns these files, and all files that they import before they run. */
function withImports(files: Files, roots: readonly string[]): string[] {
  const byAddress = new Map(Object.values(files).map((entry) => [`/${entry.file}`, entry.imports ?? []]));
  const all = new Set<string>();
  const add = (address: string): void => {
    if (all.has(address)) return;
    all.add(address);
    for (const source of byAddress.get(address) ?? []) add(addressOf(files, source));
  };
  for (const root of roots) add(root);
  return [...all];
}
