import { expect, test, vi } from 'vitest';
import { onLiveEvent, tellListeners } from './live-listeners.ts';

const listen = (kind: Parameters<typeof onLiveEvent>[0]) => {
  const heard: (string | undefined)[] = [];
  const stop = onLiveEvent(kind, (id) => heard.push(id));
  return { heard, stop };
};
const settle = () => new Promise<void>((resolve) => queueMicrotask(resolve));

test('a screen that loads within ten seconds after a live event still gets it if it listens to its kind', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  tellListeners('comments.changed', 'a');
  tellListeners('likes.changed', 'b');
  const late = listen('comments.changed');
  await settle();
  expect(late.heard).toEqual(['a']);
  tellListeners('comments.changed', 'c');
  expect(late.heard).toEqual(['a', 'c']);
  vi.advanceTimersByTime(10_001);
  const later = listen('comments.changed');
  await settle();
  expect(later.heard).toEqual([]);
  late.stop();
  tellListeners('comments.changed', 'd');
  expect([late.heard, later.heard]).toEqual([['a', 'c'], ['d']]);
  later.stop();
  vi.useRealTimers();
});

test('a screen that stops listening before a live event is delivered does not get it', async () => {
  tellListeners('feed.changed', 'a');
  const { heard, stop } = listen('feed.changed');
  stop();
  await settle();
  expect(heard).toEqual([]);
});
