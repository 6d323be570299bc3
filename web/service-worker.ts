/**
 * The service worker of the installed app. It shows an offline page and push messages. It caches only the files of the
 * offline page, so that no cache on a device contains data about a person. The build strips the types and inserts the
 * definition of `__BUILD__` at the top of the file.
 */
export {};

/** Values that post-build.ts sets: the version of this build, and the files of its offline pages. */
declare const __BUILD__: {
  readonly version: string;
  readonly pages: readonly string[];
  readonly assets: readonly string[];
};

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const prefix = 'flaira-offline-';
const cacheName = prefix + __BUILD__.version;
const assets = new Set(__BUILD__.assets);

/**
 * Installs the worker, which becomes active at once. An open page of an older version keeps working, because pages are
 * always fetched from the service.
 */
async function install() {
  const cache = await caches.open(cacheName);
  await cache.addAll([...__BUILD__.pages, ...__BUILD__.assets].map((url) => new Request(url, { cache: 'reload' })));
  await worker.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const { pathname } = new URL(request.url);
    const language = /^\/fr(\/|$)/.test(pathname) ? '/fr' : '';
    return (await caches.match(`${language}/offline`)) ?? Response.error();
  }
}

const kept = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.origin === location.origin && assets.has(url.pathname)) event.respondWith(kept(request));
});

interface Note {
  title: string;
  body: string;
  url: string;
  tag: string;
  language: string;
}

/**
 * Reads a push message. Browsers require a visible notification for each push, so an unreadable message leads to a
 * general notification.
 */
function noteOf(data: PushMessageData | null): Partial<Note> {
  try {
    return data?.json() as Note;
  } catch {
    return {};
  }
}

worker.addEventListener('push', (event) => {
  const { title = 'Flaira', body = '', url = '/', tag = '', language = 'en' } = noteOf(event.data);
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag,
      lang: language,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { url },
    }),
  );
});

/** The page of a video visit. Another page in its window would end the call. */
const isVisit = (url: string): boolean => /^\/(?:fr\/)?visit\//.test(new URL(url).pathname);

/** Milliseconds that a window has to answer. Firefox lets a worker open a window only within a second after a click. */
const patience_ms = 500;

/**
 * Asks a window for its address. Safari and Firefox keep the first address of a window in `WindowClient.url`, even after
 * the app has opened another page in it. Returns undefined if the window does not answer.
 */
const addressOf = (window: WindowClient): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(String(data));
    setTimeout(() => resolve(undefined), patience_ms);
    window.postMessage('address', [port2]);
  });

/**
 * Opens one of our pages, in an existing window if one answers. A window that already shows the page is not loaded
 * again, because typed text would be lost. For the address of another site, opens the start page.
 */
async function open(address: unknown) {
  const url = new URL(String(address), location.origin);
  const target = url.origin === location.origin ? url.href : location.origin;
  const windows = await worker.clients.matchAll({ type: 'window' });
  const shown = await Promise.all(windows.map(async (window) => ({ window, address: await addressOf(window) })));
  const there = shown.find(({ address }) => address === target);
  if (there) return there.window.focus();
  const free = shown.find(({ address }) => address !== undefined && !isVisit(address));
  if (!free) return worker.clients.openWindow(target);
  await free.window.focus();
  return free.window.navigate(target);
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { url?: unknown } | null)?.url ?? '/'));
});
