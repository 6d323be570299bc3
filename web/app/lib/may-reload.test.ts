import { describe, expect, test, vi } from 'vitest';
import { mayReload, reloadOnce } from './may-reload.ts';

test('a page reloads once, and again only after a minute', () => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(mayReload()).toBe(true);
  expect(mayReload()).toBe(false);
  vi.advanceTimersByTime(60_001);
  expect(mayReload()).toBe(true);
  expect(mayReload()).toBe(false);
  vi.useRealTimers();
});

test('a page does not reload if the browser allows no storage', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('No storage');
    },
  });
  expect(mayReload()).toBe(false);
});

describe('a module that could not be loaded', () => {
  const gone = new Error('gone');
  const reload = vi.fn<() => void>();
  const aPage = (answer: () => Promise<Response>) => {
    reload.mockClear();
    const kept = new Map<string, string>();
    const setItem = (key: string, value: string) => kept.set(key, value);
    vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem });
    vi.stubGlobal('location', { href: 'https://flaira.example/account', reload });
    vi.stubGlobal('document', { querySelectorAll: () => [] });
    vi.stubGlobal('fetch', answer);
  };

  test('if a module cannot be loaded, the page reloads once, and shows no error before that', async () => {
    aPage(async () => new Response());
    const said = vi.fn<() => void>();
    reloadOnce(gone).then(said, said);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(said).not.toHaveBeenCalled();
    await expect(reloadOnce(gone)).rejects.toBe(gone);
    expect(reload).toHaveBeenCalledOnce();
  });

  test.each([
    ['without a connection', async () => Promise.reject(new TypeError('offline'))],
    ['of a service that is away', async () => new Response(null, { status: 502 })],
  ])('%s, does not reload the page', async (_, answer) => {
    aPage(answer);
    await expect(reloadOnce(gone)).rejects.toBe(gone);
    expect(reload).not.toHaveBeenCalled();
  });
});
