import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router';
import {
  answerKey,
  type FirstQuestion,
  firstQuestions,
  type FirstViewPath,
} from '#contract/community/first-questions.ts';
import type { Me } from '#contract/identity.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { ChannelPage } from '#web/features/community/channel/channel-page.tsx';
import { ExplorePage } from '#web/features/community/channel/explore-page.tsx';
import { FeedPage } from '#web/features/community/feed/feed-page.tsx';
import {
  ExpertPage,
  HotTopicsPage,
  PopularPage,
  RecentPage,
  SavedPage,
  TagPage,
} from '#web/features/community/feed/lists.tsx';
import { HtmlReader, type HtmlPart } from '#web/features/community/parts/rich-html.tsx';
import { PostPage } from '#web/features/community/post/post-page.tsx';
import { SearchPage } from '#web/features/community/search/search-page.tsx';
import { type Api, api } from '#web/lib/api.ts';
import { directionOf } from '#web/lib/direction.ts';
import { ANSWERS_ID } from '#web/lib/early-answers.ts';
import { firstViewWords } from '#web/lib/i18n.server.ts';
import { sessionKey } from '#web/lib/query.ts';
import drawingOfFace from '#web/ui/face/pose-front.svg';
import { assertNoStyleAttributes, type InlineHashes, inlineHashes } from '../inline-files.ts';
import { inLanguage } from './paths.ts';
import { CommunityFrame } from './routes/community-layout.tsx';

interface Page {
  /** Returns the title of the document. It is not used if the page itself renders a title, as a post does. */
  readonly title: (t: TFunction<'community'>, named: string) => string;
  /** Renders the page. `named` is the variable part of the page's address, for example the tag. */
  readonly draw: (user: Me, named: string) => ReactNode;
}

/** The pages whose first view the service renders. Each entry renders the same component as its module in `routes/`. */
const pages: Readonly<Record<FirstViewPath, Page>> = {
  '/community': { title: (t) => t('name'), draw: (user) => <FeedPage user={user} /> },
  '/community/most-popular': { title: (t) => t('nav.popular'), draw: (user) => <PopularPage user={user} /> },
  '/community/expert-articles': { title: (t) => t('nav.expert'), draw: (user) => <ExpertPage user={user} /> },
  '/community/hot-topics': { title: (t) => t('nav.hot'), draw: () => <HotTopicsPage /> },
  '/community/explore': { title: (t) => t('explore.title'), draw: (user) => <ExplorePage user={user} /> },
  '/community/saved': { title: (t) => t('nav.saved'), draw: () => <SavedPage /> },
  '/community/recent': { title: (t) => t('nav.recent'), draw: () => <RecentPage /> },
  '/community/search': { title: (t) => t('search.title'), draw: () => <SearchPage /> },
  '/community/c/:tag': { title: (_, tag) => tag, draw: (_, tag) => <TagPage tag={tag} isCommunity /> },
  '/community/t/:tag': { title: (_, tag) => `#${tag}`, draw: (_, tag) => <TagPage tag={tag} isCommunity={false} /> },
  '/community/p/:postId': {
    title: (t) => t('name'),
    draw: (user, postId) => <PostPage user={user} postId={postId} />,
  },
  '/community/f/:slug': { title: (_, slug) => `fl@${slug}`, draw: (_, slug) => <ChannelPage slug={slug} /> },
};

/**
 * The number of rows of each list that the first view contains. A window has room for fewer rows, so every list looks
 * complete until the scripts have rendered the page.
 */
const ROWS = 8;
/** The number of rows of a list of communities. Its rows are less tall than those of other lists. */
const CHANNELS = 10;

interface Question {
  readonly domain: 'identity' | 'community';
  readonly name: string;
  readonly input: Record<string, unknown>;
}
interface Answered extends Question {
  readonly answer: unknown;
}

/** The queries that every community page needs. */
const always: readonly Question[] = [
  { domain: 'identity', name: 'whoAmI', input: {} },
  { domain: 'community', name: 'getMyCommunity', input: {} },
];

/**
 * Adds two things to the document of a page: the answers to the page's first queries, and the page's first view. The
 * page's own components render the view. React does not hydrate the view. The browser removes it when the page is ready
 * (`lib/first-view.ts`). If the page has no first view for the parameters of the address, the document gets only the
 * answers that every page needs.
 *
 * @param document the built document of the page (`web/documents.ts`)
 * @param service the procedures, which are called on behalf of the reader. If a procedure fails, the document is sent
 * unchanged
 */
export async function drawFirstView(
  document: string,
  request: Request,
  service: Api,
  language: ReadingLanguage,
): Promise<{ html: string; hashes: InlineHashes }> {
  const url = new URL(request.url);
  const page = pageAt(url);
  const answers = await Promise.all(
    [...always, ...(page?.questions ?? [])].map(async (question) => {
      const procedures = service[question.domain] as unknown as Record<string, (input: unknown) => Promise<unknown>>;
      return { ...question, answer: await procedures[question.name]?.(question.input) };
    }),
  );
  const known = JSON.stringify(
    Object.fromEntries(answers.map(({ name, input, answer }) => [answerKey(name, input), answer])),
  );
  const script = `<script type="application/json" id="${ANSWERS_ID}">${known.replaceAll('<', '\\u003c')}</script>`;
  if (!page) return finish(document, { body: script, head: '' });
  const { view, title } = await draw(page, url, answers, language);
  const drawing = view.includes('face-drawing--front')
    ? `<link rel="preload" as="image" crossorigin href="${drawingOfFace}"/>`
    : '';
  return finish(waiting(document, page.questions), { body: view + script, head: drawing + title });
}

/** The reader in a first view that is rendered only to compile the code. */
const nobody: Me = {
  id: '',
  email: 'nobody@flaira.example',
  first_name: '',
  last_name: '',
  phone: null,
  role: 'patient',
  profession: null,
  plan: 'free',
  language: 'en',
  is_email_confirmed: true,
  has_second_factor: false,
  must_enrol_second_factor: false,
  member_since: '2026-01-01T00:00:00.000Z',
  avatar_url: null,
};

/**
 * Renders the feed once, in its loading state, when the service starts. The first reader then need not wait until the
 * code of first views is compiled.
 */
export async function warmFirstView(): Promise<void> {
  const whoAmI: Answered = { domain: 'identity', name: 'whoAmI', input: {}, answer: { user: nobody } };
  const feed: At = { path: '/community', named: '', questions: [] };
  await draw(feed, new URL('http://localhost/community'), [whoAmI], 'en');
}

function finish(document: string, { body, head }: { body: string; head: string }) {
  const html = document.replace('</head>', () => `${head}</head>`).replace('<body>', () => `<body>${body}`);
  assertNoStyleAttributes('first view', body);
  return { html, hashes: hashesOf(document) };
}

/** The hashes of each document. A first view contains no script and no style, so it does not change the hashes. */
const hashes = new Map<string, InlineHashes>();
function hashesOf(document: string): InlineHashes {
  const known = hashes.get(document) ?? inlineHashes(document);
  hashes.set(document, known);
  return known;
}

/**
 * Starts the scripts of a document after the first paint. Before the first paint, the scripts would compete with the
 * styles and fonts of the view.
 */
const LATER = `<script>{let o;const d=document,go=()=>{if(o)return;o=1;for(const l of d.querySelectorAll("[data-rel]"))l.rel=l.dataset.rel;const s=d.querySelector("[type=later]"),n=d.createElement("script");n.type="module";n.textContent=s.textContent;s.replaceWith(n)};addEventListener("DOMContentLoaded",()=>{d.hidden?go():requestAnimationFrame(()=>setTimeout(go));setTimeout(go,3e3)})}</script>`;
/**
 * Hides the view from a reader who chose to see only exclusive communities. The view shows all communities, and only
 * the browser knows the choice.
 */
const EXCLUSIVE = `<script>try{if(localStorage["fl.community.view"]==="exclusive")document.documentElement.dataset.exclusive=""}catch{}</script>`;

const waitingDocuments = new Map<string, string>();
/**
 * Returns a copy of the document that is painted as soon as its styles are loaded. Its scripts run after the first
 * paint.
 */
function waiting(document: string, questions: readonly Question[]): string {
  const known = waitingDocuments.get(document);
  if (known) return known;
  const exclusive = questions.some(({ input }) => 'view' in input) ? EXCLUSIVE : '';
  const made = document
    .replaceAll('rel="preload" as="style"', 'rel="stylesheet"')
    .replaceAll('rel="modulepreload"', 'data-rel="modulepreload"')
    .replace('<script type="module" async', '<script type="later" async')
    .replace('<link', () => `${exclusive}${LATER}<link`);
  waitingDocuments.set(document, made);
  return made;
}

/**
 * Renders the frame and the page with the answers. Buttons, menus and fields of the view do nothing, so assistive
 * technology does not offer them.
 */
async function draw({ path, named }: At, url: URL, answers: readonly Answered[], language: ReadingLanguage) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const answered of answers) put(client, answered);
  const { user } = client.getQueryData(sessionKey) as { user: Me };
  const i18n = await firstViewWords(language);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <HtmlReader value={{ parse: partsOf, here: () => url.href }}>
          <StaticRouter location={url.pathname + url.search}>
            <title>{`${pages[path].title(i18n.getFixedT(language, 'community'), named)} · Flaira`}</title>
            <CommunityFrame user={user} slug={path.endsWith('/:slug') ? named : undefined}>
              {pages[path].draw(user, named)}
            </CommunityFrame>
          </StaticRouter>
        </HtmlReader>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  const start = html.indexOf('<header');
  const inside = html
    .slice(start)
    .replaceAll(/<(button|details|input|select|textarea)\b/g, (tag) => `${tag} inert aria-hidden="true" tabindex="-1"`)
    .replaceAll(/ xmlns="[^"]+"| data-discover="true"/g, '')
    .replaceAll(/class="lucide lucide-[\w-]+ /g, 'class="');
  // React puts all titles before the other elements. The title of a post follows the title of the page, so the last
  // title is the right one.
  const title =
    html
      .slice(0, start)
      .match(/<title>[^<]*<\/title>/g)
      ?.at(-1) ?? '';
  const view = `<first-view lang="${language}" dir="${directionOf(language)}">${inside}</first-view>`;
  return { view, title };
}

/** Stores an answer in the cache, under the keys of a single query and of a list that is loaded page by page. */
function put(client: QueryClient, { domain, name, input, answer }: Answered): void {
  if (domain === 'identity') return void client.setQueryData(sessionKey, answer);
  const keys = api.community[name as 'listFeed'];
  const pages = { pages: [firstRows(name, answer) as never], pageParams: [undefined] };
  client.setQueryData(keys.queryKey({ input }), pages.pages[0]);
  client.setQueryData(keys.infiniteKey({ input: () => input, initialPageParam: undefined }), pages);
}

/**
 * Returns an answer without the rows that the first view does not show. Search results stay whole, because the page
 * counts them.
 */
function firstRows(name: string, answer: unknown): unknown {
  const rows = name === 'listChannels' ? CHANNELS : ROWS;
  if (Array.isArray(answer)) return answer.slice(0, rows);
  const all = answer as { rows?: unknown[]; comments?: { rows: unknown[] } };
  if (all.rows) return { ...all, rows: all.rows.slice(0, rows) };
  if (name === 'getPost' && all.comments)
    return { ...all, comments: { ...all.comments, rows: all.comments.rows.slice(0, rows) } };
  return answer;
}

interface At {
  readonly path: FirstViewPath;
  /** The parameter of the address, or an empty text. */
  readonly named: string;
  readonly questions: readonly Question[];
}

/**
 * Returns the page that belongs to an address, with its first queries. Returns undefined if the page has no first view
 * for the parameters of the address.
 */
function pageAt({ pathname, searchParams }: URL): At | undefined {
  const parts = inLanguage(pathname, 'en').split('/').map(decodeURIComponent);
  const path = (Object.keys(firstQuestions) as FirstViewPath[]).find((one) => {
    const names = one.split('/');
    return names.length === parts.length && names.every((name, at) => name === parts[at] || name.startsWith(':'));
  });
  if (!path) return undefined;
  const named = parts[path.split('/').findIndex((name) => name.startsWith(':'))] ?? '';
  const wanted = new Set<string>();
  const put = (value: string | number): string | number => {
    if (typeof value === 'number') return value;
    if (value.startsWith(':')) return named;
    if (!value.startsWith('?')) return value;
    wanted.add(value.slice(1));
    return searchParams.get(value.slice(1))?.trim() ?? '';
  };
  const asked: readonly FirstQuestion[] = firstQuestions[path];
  const questions = asked.map(
    ([name, input]): Question => ({
      domain: 'community',
      name,
      input: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, put(value)])),
    }),
  );
  const isPlain = wanted.size === searchParams.size && [...wanted].every((name) => searchParams.get(name)?.trim());
  return isPlain ? { path, named, questions } : undefined;
}

/** Parses a member's text with a library, because Node.js has no HTML parser. */
function partsOf(html: string): HtmlPart[] {
  const root = parse(html).childNodes.find((node) => node.nodeName === 'html') as DefaultTreeAdapterTypes.Element;
  const body = root.childNodes.find((node) => node.nodeName === 'body') as DefaultTreeAdapterTypes.Element;
  return body.childNodes.flatMap(partOf);
}

function partOf(node: DefaultTreeAdapterTypes.ChildNode): HtmlPart[] {
  if ('value' in node) return [node.value];
  if (!('tagName' in node)) return [];
  return [
    {
      name: node.tagName,
      isHtml: node.namespaceURI === 'http://www.w3.org/1999/xhtml',
      attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      children: node.childNodes.flatMap(partOf),
    },
  ];
}
