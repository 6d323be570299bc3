/**
 * The last step of the build. It prepares the files, so that the service can send them without knowing how they were
 * made:
 * - It removes unused files and shortens the list of routes.
 * - It writes the fallback page, and documents for pages that the browser renders.
 * - It puts the styles and scripts of pages without React into them.
 * - It writes `sw.js` and `too-old.js`.
 * - It writes `paths.json` (known addresses) and `csp.json` (hashes of each page's inline scripts and styles).
 * - It compresses every text file as .br and .gz.
 *
 * It fails if a page has a style attribute, because the content security policy forbids them.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripTypeScriptTypes } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ReadingLanguages } from '#contract/languages.ts';
import { knownPatterns, prerenderedPaths, redirects, renderedPatterns } from './app/paths.ts';
import { writeDocuments } from './documents.ts';
import { assertNoStyleAttributes, inlineFiles, type InlineHashes, inlineHashes } from './inline-files.ts';

const client = join(import.meta.dirname, 'build/client');
const compressible = /\.(html|js|css|svg|json|wasm|txt|webmanifest)$/;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * The script at the start of every page with React. A browser without the two features that this script checks shows a
 * message instead of an empty page. All major browsers have had both features since 2023.
 */
const ageCheck = `<script>"isWellFormed"in String.prototype&&"OffscreenCanvas"in self||(function(d,s){d.documentElement.dataset.tooOld="";s=d.createElement("script");s.src="/too-old.js";d.head.appendChild(s)})(document)</script>`;
const withAgeCheck = (html: string): string => html.replace('<link', () => `${ageCheck}<link`);

/**
 * Finishes a page. A page with React gets the check of the browser's age. Its links must stay as React wrote them, so
 * styles and scripts are put only into pages without React.
 */
const finished = (html: string): string =>
  html.includes('__reactRouterContext')
    ? withAgeCheck(html)
    : inlineFiles(html, (address) => readFileSync(join(client, address), 'utf8'));

async function describePages(documents: Record<string, Record<string, string>>) {
  const hashes: Record<string, InlineHashes> = {};
  for (const file of (await filesIn(client)).filter((name) => name.endsWith('.html')).sort()) {
    const html = finished(await readFile(file, 'utf8'));
    const name = file.slice(client.length);
    assertNoStyleAttributes(name, html);
    await writeFile(file, html);
    hashes[name] = inlineHashes(html);
  }
  const { en: english, fr: french, ...translations } = documents;
  const paths = {
    patterns: knownPatterns(),
    prerendered: prerenderedPaths(),
    rendered: renderedPatterns(),
    renderer: '../server/index.js',
    documents: { ...english, ...french },
    translations,
    redirects,
    fallback: '/index.html',
  };
  await writeFile(join(client, 'csp.json'), JSON.stringify(hashes, null, 2));
  await writeFile(join(client, 'paths.json'), JSON.stringify(paths, null, 2));
}

interface ManifestRoute {
  module: string;
  parentId?: string;
  imports?: string[];
  css?: string[];
}

/**
 * Shortens the list of all routes, which every page with React loads and reads. It leaves out:
 * - the imports of routes that no page of the build names. React needs imports only when it hydrates such a page. Other
 *   pages find their imports when they load.
 * - the styles of a route's layouts. The layouts name them too, and are always loaded with the route.
 * - flags that are false. React Router reads a missing flag as false.
 */
async function thinManifest() {
  const files = await filesIn(client);
  const file = files.find((name) => /assets\/manifest-\w+\.js$/.test(name));
  if (!file) throw new Error('the build has no list of routes');
  const pages = await Promise.all(files.filter((name) => name.endsWith('.html')).map((name) => readFile(name, 'utf8')));
  const script = await readFile(file, 'utf8');
  const start = script.indexOf('{');
  const end = script.lastIndexOf('}') + 1;
  const manifest = JSON.parse(script.slice(start, end)) as { routes: Record<string, ManifestRoute> };
  const layoutStyles = ({ parentId = '' }: ManifestRoute): string[] => {
    const layout = manifest.routes[parentId];
    return layout ? [...(layout.css ?? []), ...layoutStyles(layout)] : [];
  };
  const thin = (route: ManifestRoute) => {
    const isInPage = pages.some((html) => html.includes(route.module));
    const known = layoutStyles(route);
    return Object.entries(route)
      .filter(([name, value]) => value !== false && (name !== 'imports' || isInPage))
      .map(([name, value]) => [name, name === 'css' ? route.css?.filter((style) => !known.includes(style)) : value]);
  };
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, Object.fromEntries(thin(route))]);
  const short = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) });
  await writeFile(file, script.slice(0, start) + short + script.slice(end));
}

/**
 * Writes sw.js, which lists the files of the offline pages. The file also contains a version that changes with the
 * offline pages, any asset or the worker itself, so that browsers notice a new version.
 */
async function writeWorker() {
  const pages = ['/offline', '/fr/offline'];
  const htmls = await Promise.all(pages.map((page) => readFile(join(client, page, 'index.html'), 'utf8')));
  const assets = [
    ...new Set(htmls.flatMap((html) => html.match(/\/assets\/[\w.-]+\.(?:css|woff2|svg)/g) ?? [])),
  ].sort();
  const source = stripTypeScriptTypes(await readFile(join(import.meta.dirname, 'service-worker.ts'), 'utf8'));
  const names = (await filesIn(join(client, 'assets'))).sort();
  const version = createHash('sha256')
    .update([...htmls, ...names, source].join('\0'))
    .digest('base64url')
    .slice(0, 12);
  const build = `const __BUILD__ = ${JSON.stringify({ version, pages, assets })};\n`;
  await writeFile(join(client, 'sw.js'), build + source.replace('export {};', ''));
}

/** Writes too-old.js with its sentences in every language of the product. */
async function writeTooOld() {
  const source = stripTypeScriptTypes(await readFile(join(import.meta.dirname, 'too-old.ts'), 'utf8'));
  const words = await Promise.all(
    ReadingLanguages.map(async (language) => [
      language,
      JSON.parse(await readFile(join(import.meta.dirname, `../messages/${language}/too-old.json`), 'utf8')),
    ]),
  );
  const sentences = `const __SENTENCES__ = ${JSON.stringify(Object.fromEntries(words))};\n`;
  await writeFile(join(client, 'too-old.js'), `(function () {\n${sentences}${source.replace('export {};', '')}})();\n`);
}

async function compress(file: string) {
  const bytes = await readFile(file);
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: 11 };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: size }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

interface Build {
  readonly entry: { readonly module: { renderFallback(build: Build): Promise<string> } };
}

/** Writes the fallback page, which is the document of pages that the browser renders. `writeDocuments` copies it. */
async function writeFallback() {
  const build = (await import(join(import.meta.dirname, 'build/server/index.js'))) as Build;
  await writeFile(join(client, 'index.html'), await build.entry.module.renderFallback(build));
}

/** Removes the `.data` files that prerendering writes. Only navigation in the browser would need them. */
async function removeLeftovers() {
  const left = (await filesIn(client)).filter((file) => file.endsWith('.data'));
  await Promise.all(left.map((file) => rm(file)));
}

await removeLeftovers();
await writeFallback();
await thinManifest();
const documents = await writeDocuments(client);
await describePages(documents);
await writeWorker();
await writeTooOld();
const texts = (await filesIn(client)).filter((file) => compressible.test(file));
await Promise.all(texts.map(compress));
console.log(`${texts.length} files compressed`);
