import { beforeEach, expect, test, vi } from 'vitest';
// The query library decides once, when it is loaded, whether it runs in a browser. The other tests of this worker need
// the library as it is outside a browser, so the library is loaded before these tests define `window`.
import '@tanstack/react-query';

const texts = new Map<string, string>();
const heard: string[] = [];

beforeEach(() => {
  texts.clear();
  heard.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  });
  const bus = new EventTarget();
  vi.stubGlobal('window', bus);
  for (const key of ['fl.community.view', 'fl.community.favorites'])
    bus.addEventListener(key, (event) => heard.push(event.type));
  vi.resetModules();
});

test('the chosen view of the community is stored as a plain word, and subscribers are notified', async () => {
  const { storedView } = await import('./view.ts');
  expect(storedView.read()).toBe('all');
  storedView.write('exclusive');
  expect(texts.get('fl.community.view')).toBe('exclusive');
  expect(storedView.read()).toBe('exclusive');
  expect(heard).toEqual(['fl.community.view']);
});

test('favourite communities are stored as a list of ids, and an invalid stored value is ignored', async () => {
  const { favourites, toggleFavourite } = await import('./favourites.ts');
  texts.set('fl.community.favorites', '{"not":"a list"}');
  expect(favourites.read()).toEqual([]);
  toggleFavourite('a');
  toggleFavourite('b');
  toggleFavourite('a');
  expect(JSON.parse(texts.get('fl.community.favorites') ?? '')).toEqual(['b']);
});

test('the view of the community can be switched on a device without storage', async () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('denied');
    },
    setItem() {
      throw new Error('denied');
    },
  });
  const { storedView } = await import('./view.ts');
  storedView.write('exclusive');
  expect(storedView.read()).toBe('exclusive');
});

test('the view of the community can be switched when the storage is full, and is stored once there is room', async () => {
  texts.set('fl.community.view', 'all');
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const { storedView } = await import('./view.ts');
  storedView.write('exclusive');
  expect(storedView.read()).toBe('exclusive');
  full.mockRestore();
  storedView.write('all');
  expect([storedView.read(), texts.get('fl.community.view')]).toEqual(['all', 'all']);
});

test('visited places come first, the latest first, and the two suggestions fill the remaining rows', async () => {
  const { recent, remember } = await import('./recent.ts');
  expect(recent.read().map(({ name }) => name)).toEqual(['Aftercare', 'Botox']);
  remember({ path: '/community/f/facecare', name: 'FaceCare' });
  remember({ path: '/community/c/botox', name: 'Botox' });
  expect(recent.read().map(({ name }) => name)).toEqual(['Botox', 'FaceCare', 'Aftercare']);
});

test('the next person on this device does not see which communities the previous person visited', async () => {
  const { queryClient, sessionKey } = await import('#web/lib/query.ts');
  const { recent, remember } = await import('./recent.ts');
  const signIn = (id: string) => queryClient.setQueryData(sessionKey, { user: { id } });
  signIn('alice');
  remember({ path: '/community/f/after-a-facelift', name: 'After a facelift' });
  signIn('bruno');
  expect(recent.read().map(({ name }) => name)).toEqual(['Aftercare', 'Botox']);
  signIn('alice');
  expect(recent.read().map(({ name }) => name)).toEqual(['After a facelift', 'Aftercare', 'Botox']);
});
