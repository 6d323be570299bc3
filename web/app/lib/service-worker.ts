import { useEffect } from 'react';
import { useLocation } from 'react-router';

const file = '/sw.js';
/**
 * Whether the app has a service worker. Only the build writes `sw.js`, so there is no service worker in development.
 */
const isServed = import.meta.env.PROD;
const look_ms = 3_600_000;

let tellRegistration: (registration: Promise<ServiceWorkerRegistration | undefined>) => void = () => {};
const registered = new Promise<ServiceWorkerRegistration | undefined>((resolve) => (tellRegistration = resolve));
let hasBegun = false;
let hasNewVersion = false;
const listeners = new Set<() => void>();

/**
 * Returns the registration of the worker, once the signed-in area has started. The result is undefined if there is no
 * worker, for example in old browsers, in private windows and in development.
 */
export const currentWorker = (): Promise<ServiceWorkerRegistration | undefined> => registered;

/** Calls the listener when a newer version of the app has been published. */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  if (!isServed) return unregister();
  watchForNewVersion();
  tellAddress();
  try {
    const registration = await navigator.serviceWorker.register(file, { updateViaCache: 'none' });
    // In a browser that blocks workers, `register` returns undefined.
    setInterval(() => void registration?.update().catch(() => {}), look_ms);
    return registration;
  } catch {
    return undefined;
  }
}

/**
 * Notifies the listeners when a new worker takes over from an older one. The browser sends the same event for the first
 * worker of a page. The listeners are then not notified, because the page already has the current version.
 */
function watchForNewVersion() {
  let hadWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) {
      hasNewVersion = true;
      for (const listener of listeners) listener();
    }
    hadWorker = true;
  });
}

/** Answers the worker, which asks for the address of this page when a notification is clicked. */
function tellAddress() {
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }) => {
    if (data === 'address') port?.postMessage(location.href);
  });
}

/** Removes the worker of a built app that earlier used the address of the development server. */
async function unregister(): Promise<undefined> {
  const all = await navigator.serviceWorker.getRegistrations();
  await Promise.all(all.map((one) => one.unregister()));
}

const afterLoad = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });

/**
 * Starts the worker as soon as the page has loaded everything it needs. Once a newer version of the app is published,
 * the next page is loaded as a new document, so that it does not mix files of two versions.
 */
export function useServiceWorker(isSignedIn: boolean) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isSignedIn || hasBegun) return;
    hasBegun = true;
    tellRegistration(afterLoad().then(register));
  }, [isSignedIn]);
  useEffect(() => {
    // The address is already that of the next page, so reloading is enough to open it.
    if (pathname && hasNewVersion) location.reload();
  }, [pathname]);
}
