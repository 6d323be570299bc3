import { expect, test, vi } from 'vitest';

const SITE = 'https://flaira.example';

/**
 * A window that shows the page at `address`, or does not answer if `address` is undefined. As in Safari and Firefox,
 * `url` is the first address of the window.
 */
class Window {
  readonly url = `${SITE}/login`;
  readonly focus = vi.fn<() => Promise<this>>(async () => this);
  readonly navigate = vi.fn<(url: string) => Promise<this>>(async () => this);
  readonly #address: string | undefined;
  constructor(address?: string) {
    this.#address = address;
  }
  postMessage(question: string, [port]: MessagePort[]) {
    if (question === 'address' && this.#address) port?.postMessage(this.#address);
  }
}

/** Loads the service worker in a browser with these open windows. Returns a function that clicks a notification. */
async function aWorker(...windows: Window[]) {
  const listeners = new Map<string, (event: object) => void>();
  const openWindow = vi.fn<(url: string) => Promise<null>>(async () => null);
  vi.stubGlobal('__BUILD__', { version: '1', pages: [], assets: [] });
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener));
  vi.stubGlobal('clients', { matchAll: async () => windows, openWindow });
  vi.resetModules();
  await import('../service-worker.ts');
  const click = async (path: string) => {
    const waits: Promise<unknown>[] = [];
    const notification = { close: () => {}, data: { url: SITE + path } };
    listeners.get('notificationclick')?.({ notification, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  return { click, openWindow };
}

test('a click on a notification opens its page in an open window', async () => {
  const account = new Window(`${SITE}/account`);
  const { click, openWindow } = await aWorker(account);
  await click('/notifications');
  expect(account.navigate).toHaveBeenCalledExactlyOnceWith(`${SITE}/notifications`);
  expect(openWindow).not.toHaveBeenCalled();
});

test('a window that shows the page already is not loaded again, so that typed text stays', async () => {
  const [other, there] = [new Window(`${SITE}/account`), new Window(`${SITE}/dashboard?case=7`)];
  const { click } = await aWorker(other, there);
  await click('/dashboard?case=7');
  expect(there.focus).toHaveBeenCalledOnce();
  for (const { navigate } of [other, there]) expect(navigate).not.toHaveBeenCalled();
});

test.each(['/visit/7', '/fr/visit/7'])(
  'a click on a notification never replaces the video visit at %s',
  async (path) => {
    const visit = new Window(SITE + path);
    const { click, openWindow } = await aWorker(visit);
    await click('/notifications');
    expect(visit.navigate).not.toHaveBeenCalled();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${SITE}/notifications`);
  },
);

test('a click on the notification of an open video visit leads back to its window', async () => {
  const visit = new Window(`${SITE}/visit/7`);
  const { click } = await aWorker(visit);
  await click('/visit/7');
  expect(visit.focus).toHaveBeenCalledOnce();
  expect(visit.navigate).not.toHaveBeenCalled();
});

test('a window that does not answer the service worker stays as it is, because it may show a video visit', async () => {
  const silent = new Window();
  const { click, openWindow } = await aWorker(silent);
  await click('/notifications');
  expect(silent.navigate).not.toHaveBeenCalled();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${SITE}/notifications`);
});
