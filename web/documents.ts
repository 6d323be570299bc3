import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FirstQuestion, rpcPathOf } from '#contract/community/first-questions.ts';
import { Languages, type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';
import { directionOf } from './app/lib/direction.ts';
import { drawnForReaders } from './app/paths.ts';
import { type Early, withDocument } from './app/early.ts';

interface Route {
  readonly parentId?: string;
  readonly module: string;
  readonly css: readonly string[];
}
/** Entries of the build, by source file. Each became a separate file. */
type Files = Record<string, { readonly file: string; readonly name?: string; readonly imports?: readonly string[] }>;

/**
 * Writes the documents of pages that the browser draws, beside the prerendered pages. A document is the fallback page
 * with the names of all files that the page needs, and its first queries. Otherwise a browser would discover them one
 * after the other: a script, its imports, the page's own script, the messages, the API client, and only then the
 * session and the content.
 *
 * @param client folder of the build
 * @returns the pages by language and pattern of the address, as paths.json contains them
 */
export async function writeDocuments(client: string): Promise<Record<string, Record<string, string>>> {
  const { fallback, firstViews } = takeFirstViews(await readFile(join(client, 'index.html'), 'utf8'));
  await writeFile(join(client, 'index.html'), fallback);
  const routes = await readRoutes(client);
  const files = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Files;
  await rm(join(client, '.vite'), { recursive: true });
  const written: Record<string, Record<string, string>> = {};
  for (const language of ReadingLanguages) {
    const site = language === 'fr' ? 'fr' : 'en';
    const pages = (written[language] = await writeForReaders(client, fallback, language));
    for (const { path, address, early } of withDocument(site)) {
      const words = [
        ...(isOfSite(language) ? [] : ['app/lib/other-catalogues.ts']),
        ...early.words.map((domain) => `../messages/${language}/${domain}.json`),
      ].map((source) => addressOf(files, source));
      const chain = chainOf(routes, `${site}:${path.slice(1)}`);
      const roots = [
        ...chain.map(({ module }) => module),
        ...early.groups.map((name) => groupNamed(files, name)),
        ...words,
      ];
      const styles = chain.flatMap(({ css }) => css.map((file) => file.replace(/#$/, '')));
      const view = early.firstView && firstViews.get(language + early.firstView);
      const links = [
        ...drawingsIn(view, files).map((href) => `<link rel="preload" as="image" crossorigin href="${href}"/>`),
        // The document is drawn as soon as its styles have loaded. A page without a first view loads its styles with its scripts.
        ...styles.map((href) => `<link rel="${view ? 'stylesheet' : 'preload" as="style'}" href="${href}"/>`),
        ...withImports(files, roots).map((href) => `<link rel="modulepreload" href="${href}"/>`),
      ].filter((link) => !fallback.includes(link.match(/href="[^"]+"/)?.[0] ?? ''));
      const page = pageOf(language, address);
      const file = join(client, page, 'index.html');
      await mkdir(dirname(file), { recursive: true });
      const html = inLanguage(fallback, language)
        .replace(
          '<link',
          `<script>${exclusiveOf(early)}${view ? whenPainted(askOf(address, early)) : askOf(address, early)}</script><link`,
        )
        .replace('</head>', `${[...new Set(links)].join('')}</head>`);
      await writeFile(file, view ? withFirstView(html, view) : html);
      pages[address] = page;
    }
  }
  return written;
}

/**
 * Writes the documents of one more language. These pages are prerendered for the languages of the site and have no
 * first queries, so the fallback page in that language is enough.
 */
async function writeForReaders(client: string, fallback: string, language: ReadingLanguage) {
  const written: Record<string, string> = {};
  if (isOfSite(language)) return written;
  for (const address of drawnForReaders) {
    const page = pageOf(language, address);
    await mkdir(join(client, page), { recursive: true });
    await writeFile(join(client, page, 'index.html'), inLanguage(fallback, language));
    written[address] = page;
  }
  return written;
}

const isOfSite = (language: ReadingLanguage): boolean => Languages.some((own) => own === language);

/**
 * Returns the folder of a page. Documents of another language have no separate address, so their folder has a name that
 * no page has.
 */
const pageOf = (language: ReadingLanguage, address: string): string =>
  (isOfSite(language) ? '' : `/read-in/${language}`) + address.replaceAll(/:\w+/g, '_');

/**
 * Adds the first view to a document. It is removed before React reads the document, so that React finds its own markup.
 */
const withFirstView = (html: string, { title, view }: View): string =>
  html
    .replace('<body>', () => `<body>${view}`)
    .replaceAll('rel="modulepreload"', 'data-rel="modulepreload"')
    .replace('<script type="module" async', '<script type="later" async')
    .replace('</head>', `<title>${title} · Flaira</title></head>`);

/**
 * Returns a script that requests scripts and data after the first paint, because they would otherwise compete with the
 * styles and fonts.
 */
const whenPainted = (ask: string): string =>
  `{let o;const d=document,go=()=>{if(o)return;o=1;for(const l of d.querySelectorAll("[data-rel]"))l.rel=l.dataset.rel;const s=d.querySelector("[type=later]"),n=d.createElement("script");n.type="module";n.textContent=s.textContent;s.replaceWith(n);${ask}};addEventListener("DOMContentLoaded",()=>{d.hidden||!d.querySelector("first-view")?go():requestAnimationFrame(()=>setTimeout(go));setTimeout(go,3e3)})}`;

/** Removes class names that the icons add and no style uses. */
const withoutNames = (view: string): string =>
  view.replaceAll(/ xmlns="[^"]+"/g, '').replaceAll(/lucide lucide-[\w-]+ /g, '');

/** The first view of a page, with its title. */
interface View {
  readonly title: string;
  readonly view: string;
}
const firstView = /<first-view lang="(\w+)" title="([^"]*)" data-page="([^"]+)"([\s\S]*?<\/first-view>)/g;

/** Returns the fallback page without the first views, and the first views by language and page. */
function takeFirstViews(html: string) {
  const views = [...html.matchAll(firstView)].map(([, lang = '', title = '', page = '', rest = '']): [string, View] => [
    lang + page,
    { title, view: withoutNames(`<first-view lang="${lang}"${rest}`) },
  ]);
  return { fallback: html.replaceAll(firstView, ''), firstViews: new Map(views) };
}

/** Sets the language of a document. The service chooses the document for its reader (`readerOfDocument`). */
const inLanguage = (html: string, language: ReadingLanguage): string =>
  html.replace(
    /<html lang="en"(?: dir="ltr")?/,
    `<html lang="${language}" dir="${directionOf(language)}"${isOfSite(language) ? '' : ` data-reader="${language}"`}`,
  );

/**
 * Returns the addresses of the drawings in a first view. Its styles name them, so a browser would otherwise request
 * them only after the styles.
 */
const drawingsIn = (view: View | undefined, files: Files): string[] =>
  [...new Set(view?.view.match(/(?<=face-drawing--)\w+/g))].map((name) =>
    addressOf(files, `app/ui/face/${name === 'mesh' ? 'face' : 'pose'}-${name}.svg`),
  );

/**
 * Returns a script that sends the page's first queries and stores the responses. If a query fails, the page sends it
 * again when it needs it.
 */
function askOf(address: string, { questions, first }: Early): string {
  const parts = address.split('/');
  const ask = ([procedure, input]: FirstQuestion): string => {
    const body = JSON.stringify(input)
      .replaceAll(/"(:\w+)"/g, (_, name: string) => `s[${parts.indexOf(name)}]`)
      .replaceAll(/"\?(\w+)"/g, (_, name: string) => `q.get("${name}").trim()`);
    return `a("${rpcPathOf(procedure)}",${body})`;
  };
  const named =
    JSON.stringify(first)
      .match(/(?<="\?)\w+/g)
      ?.join() ?? '';
  const asked = first.length > 0 ? `;[...q.keys()].join()==="${named}"&&(${first.map(ask).join()})` : '';
  return `{const e=window.flairaEarly={},q=new URLSearchParams(location.search),s=location.pathname.split("/").map(decodeURIComponent),a=(p,i)=>{const body=JSON.stringify(i);(e[p+body]=fetch(p,{method:"POST",headers:{"content-type":"application/json"},body})).catch(()=>{})};${questions.map(ask).join(';')}${asked}}`;
}

/**
 * Returns a script that hides the document's first view for a reader who chose the exclusive view of the community. The
 * first view shows the list of all posts, so this reader would see the wrong list first.
 */
const exclusiveOf = ({ first }: Early): string =>
  first.some(([, input]) => 'view' in input)
    ? `try{if(localStorage["fl.community.view"]==="exclusive")document.documentElement.dataset.exclusive=""}catch{}`
    : '';

async function readRoutes(client: string): Promise<Record<string, Route>> {
  const name = (await readdir(join(client, 'assets'))).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error('the build has no list of routes');
  const script = await readFile(join(client, 'assets', name), 'utf8');
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
