import { expect, test, vi } from 'vitest';
import { mayReload } from './may-reload.ts';

test('a page loads again once, and a minute later once more', () => {
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

test('a browser that keeps nothing does not load again', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('No storage');
    },
  });
  expect(mayReload()).toBe(false);
});
