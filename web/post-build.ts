/**
 * Last step of the build: what the service needs to send the files well, without knowing how they were made.
 * Removes what nobody asks for; thins the list of routes; writes documents for pages that are drawn in the browser; puts the styles and scripts of pages
 * without React into them; writes `sw.js` and `too-old.js`; `paths.json` (known addresses), `csp.json` (hashes of each page's inline scripts and styles), `404.html`, and a
 * .br and .gz beside every text file. Fails when a page carries a style attribute, because the policy forbids them.
 */
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripTypeScriptTypes } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ReadingLanguages } from '#contract/languages.ts';
import { knownPatterns, prerenderedPaths, redirects, templates } from './app/paths.ts';
import { writeDocuments } from './documents.ts';

const client = join(import.meta.dirname, 'build/client');
const compressible = /\.(html|js|css|svg|json|wasm|txt|webmanifest)$/;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const hashesOf = (html: string, elements: RegExp): string[] =>
  [...html.matchAll(elements)].map(([, text = '']) => hashOf(text));

/** The first line of every page with React: a browser without these interfaces of 2023 is told so instead of being shown nothing. */
const ageCheck = `<script>"isWellFormed"in String.prototype&&"OffscreenCanvas"in self||(function(d,s){d.documentElement.dataset.tooOld="";s=d.createElement("script");s.src="/too-old.js";d.head.appendChild(s)})(document)</script>`;
const withAgeCheck = (html: string): string =>
  html.includes('__reactRouterContext') ? html.replace('<link', () => `${ageCheck}<link`) : html;

const inlineScripts = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const inlineStyles = /<style[^>]*>([\s\S]*?)<\/style>/g;

function assertNoStyleAttributes(file: string, html: string) {
  const found = html.replace(/<script[\s\S]*?<\/script>/g, '').match(/<[^>]+\sstyle="[^>]*>/);
  if (found) throw new Error(`${file}: the policy forbids style attributes in pages: ${found[0].slice(0, 160)}`);
}

/**
 * A page without React carries its styles and scripts: it can be drawn as soon as it is there, and nothing else competes for the connection. They weigh
 * 6 to 10 kB, less than the wait for other files. React would look for the links it wrote.
 */
async function carryFiles(file: string, html: string): Promise<string> {
  if (html.includes('__reactRouterContext')) {
    await writeFile(file, withAgeCheck(html));
    return withAgeCheck(html);
  }
  const styles = await Promise.all([...html.matchAll(stylesheets)].map(([, address = '']) => read(address)));
  let isFirst = true;
  const styled = html.replace(stylesheets, () => {
    const element = isFirst ? inElement(file, 'style', styles.join('\n')) : '';
    isFirst = false;
    return element;
  });
  const scripts = await Promise.all([...styled.matchAll(moduleScripts)].map(([, address = '']) => read(address)));
  const carried = styled.replace(moduleScripts, () => inElement(file, 'script', scripts.shift() ?? ''));
  await writeFile(file, carried);
  return carried;
}

const stylesheets = /<link rel="stylesheet" href="(\/assets\/[^"#]+)#?"\/>/g;
const moduleScripts = /<script type="module" src="(\/assets\/[^"]+)"><\/script>/g;
const read = async (address: string): Promise<string> => (await readFile(join(client, address), 'utf8')).trim();

function inElement(file: string, name: 'style' | 'script', text: string): string {
  if (text.includes('</')) throw new Error(`${file}: what a page carries must not end its own element`);
  if (/\bimport\b/.test(text) && name === 'script')
    throw new Error(`${file}: a script that a page carries imports nothing`);
  return `<${name}${name === 'script' ? ' type="module"' : ''}>${text}</${name}>`;
}

async function describePages(documents: Record<string, string>) {
  await copyFile(join(client, '404/index.html'), join(client, '404.html'));
  await copyFile(join(client, 'fr/404/index.html'), join(client, 'fr/404.html'));
  const hashes: Record<string, { scripts: string[]; styles: string[] }> = {};
  for (const file of (await filesIn(client)).filter((name) => name.endsWith('.html')).sort()) {
    const html = await carryFiles(file, await readFile(file, 'utf8'));
    const name = file.slice(client.length);
    assertNoStyleAttributes(name, html);
    hashes[name] = { scripts: hashesOf(html, inlineScripts), styles: hashesOf(html, inlineStyles) };
  }
  const paths = {
    patterns: knownPatterns(),
    prerendered: prerenderedPaths().filter((path) => !/\/(404|_)$/.test(path)),
    templates: { ...templates(), ...documents },
    redirects,
    fallback: '/index.html',
  };
  await writeFile(join(client, 'csp.json'), JSON.stringify(hashes, null, 2));
  await writeFile(join(client, 'paths.json'), JSON.stringify(paths, null, 2));
}

interface Manifest {
  routes: Record<string, { module: string; imports?: string[]; css?: string[] }>;
}

/**
 * Every page with React loads the list of all routes. What each of them imports is two thirds of it, and only asked for where a prerendered page is
 * taken over; the other pages find their imports by importing.
 */
async function thinManifest() {
  const files = await filesIn(client);
  const file = files.find((name) => /assets\/manifest-\w+\.js$/.test(name));
  if (!file) throw new Error('the build has no list of routes');
  const pages = await Promise.all(files.filter((name) => name.endsWith('.html')).map((name) => readFile(name, 'utf8')));
  const script = await readFile(file, 'utf8');
  const start = script.indexOf('{');
  const end = script.lastIndexOf('}') + 1;
  const manifest = JSON.parse(script.slice(start, end)) as Manifest;
  for (const route of Object.values(manifest.routes))
    if (!pages.some((html) => html.includes(route.module))) route.imports = [];
  await writeFile(file, script.slice(0, start) + JSON.stringify(manifest) + script.slice(end));
}

/**
 * Writes sw.js: which files the offline pages are made of, and a version that changes with any file of the build, so that browsers notice a new one.
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

/** Writes too-old.js with its sentences in every language that is read here. */
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

/** What prerendering leaves behind for a client that would navigate to a page without one. */
async function removeLeftovers() {
  const left = (await filesIn(client)).filter((file) => file.endsWith('.data'));
  await Promise.all(left.map((file) => rm(file)));
}

await removeLeftovers();
await thinManifest();
const documents = await writeDocuments(client);
await describePages(documents);
await writeWorker();
await writeTooOld();
const texts = (await filesIn(client)).filter((file) => compressible.test(file));
await Promise.all(texts.map(compress));
console.log(`${texts.length} files compressed`);
