import { renderToReadableStream } from 'react-dom/server';
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import type { PublicSite } from '#contract/site.ts';
import type { Api } from '#web/lib/api.ts';
import { startAllLanguages } from '#web/lib/i18n.server.ts';
import { serviceContext } from '#web/lib/service.server.ts';
import { drawFirstView, warmFirstView } from './first-view.server.tsx';
import { assertNoStyleAttributes, inlineFiles, type InlineHashes, inlineHashes } from '../inline-files.ts';

/** A rendered page that is ready to be sent. */
interface RenderedPage {
  readonly status: number;
  readonly html: string;
  readonly hashes: InlineHashes;
  /** True if the page was rendered for one person. No cache may store such a page. */
  readonly isPrivate: boolean;
}
type FinishedPage = Pick<RenderedPage, 'html' | 'hashes'>;

/**
 * The data that the renderer and `handleRequest` exchange for one request. React Router itself passes only a response
 * from `handleRequest` to the renderer.
 */
interface Desk {
  readonly readAsset: (address: string) => string;
  page?: RenderedPage;
}
const deskContext = createContext<Desk | null>(null);

/**
 * The largest number of finished pages in memory. Every address adds a page, and every search has a separate address.
 * The oldest pages are therefore removed.
 */
const MOST_KEPT = 300;
const kept = new Map<string, FinishedPage>();

/** Renders a page. The service calls it for each request. The build and the development server call it, too. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loaders: RouterContextProvider,
) {
  await startAllLanguages();
  const desk = loaders.get(deskContext);
  if (desk) {
    desk.page = await finish(request, status, context, desk);
    return new Response(null, { status });
  }
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(await render(request, context), { status, headers });
}

async function render(request: Request, context: EntryContext): Promise<string> {
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // With its default limit, React would move large parts of a page to the end of the document, and add a script that
    // puts them in place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  await body.allReady;
  return new Response(body).text();
}

/**
 * Returns a finished page, which may have been rendered for an earlier request. The key of a stored page consists of
 * its address and its data. A page with changed data is therefore rendered again.
 */
async function finish(request: Request, status: number, context: EntryContext, desk: Desk): Promise<RenderedPage> {
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  const [fault] = Object.values(errors ?? {});
  // Status 404 means that the page does not exist, and status 405 that the page accepts no form. In both cases the
  // service decides what to send.
  if (status === 404 || status === 405)
    return { status, html: '', hashes: { scripts: [], styles: [] }, isPrivate: false };
  if (fault) throw fault;
  const isPrivate = actionData !== null || Object.values(loaderData).some((data) => (data as PublicSite).is_preview);
  const key = JSON.stringify([request.url, loaderData]);
  const known = isPrivate ? undefined : kept.get(key);
  if (known) return { ...known, status, isPrivate };
  const html = inlineFiles(await render(request, context), desk.readAsset);
  assertNoStyleAttributes(request.url, html);
  const page = { html, hashes: inlineHashes(html) };
  if (!isPrivate) keep(key, page);
  return { ...page, status, isPrivate };
}

function keep(key: string, page: FinishedPage): void {
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest) kept.delete(oldest);
  kept.set(key, page);
}

/**
 * Creates the renderer of the service (`server/src/platform/http/page-renderer.ts`). It renders whole pages, and the
 * first views of pages that the browser renders. To match an address, the renderer searches only the routes of pages
 * that are sent without React. A search through all routes would take as long as rendering the page.
 */
export function createRenderer(build: ServerBuild, readAsset: (address: string) => string) {
  const wanted = staticRoutes(build.routes);
  const only = <T,>(routes: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => wanted.has(id)));
  const assets = { ...build.assets, routes: only(build.assets.routes) };
  const handle = createRequestHandler({ ...build, routes: only(build.routes), assets });
  const drawPage = async (request: Request, service: Api): Promise<RenderedPage> => {
    const desk: Desk = { readAsset };
    const context = new RouterContextProvider();
    context.set(serviceContext, service);
    context.set(deskContext, desk);
    const answer = await handle(request, context);
    if (!desk.page) throw new Error(`${new URL(request.url).pathname} was not drawn: status ${answer.status}`);
    return desk.page;
  };
  return { drawPage, drawFirstView, warmFirstView };
}

/** Returns the ids of the routes whose pages are sent without React, and of the layouts around these routes. */
function staticRoutes(routes: ServerBuild['routes']): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const [id, route] of Object.entries(routes)) {
    if (!(route?.module.handle as { static?: boolean } | undefined)?.static) continue;
    for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) wanted.add(at);
  }
  return wanted;
}

/**
 * Renders the fallback document. The service sends it for every page that the browser renders. For some pages it sends
 * a copy with preload links instead.
 */
export async function renderFallback(build: ServerBuild): Promise<string> {
  const answer = await createRequestHandler({ ...build, ssr: false, prerender: [] })(new Request('http://localhost/'));
  return answer.text();
}
