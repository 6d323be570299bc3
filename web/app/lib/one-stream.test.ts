import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenTogether } from './one-stream.ts';

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 0;
  constructor() {
    super();
    Source.opened.push(this);
  }
  refuse() {
    this.readyState = Source.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  close() {
    this.readyState = Source.CLOSED;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('navigator', {});
  Source.opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const newest = () => Source.opened.at(-1) as Source;

test('every refused live stream is reported and requested again, after pauses that double until one opens', () => {
  const refused = vi.fn<() => void>();
  const stop = listenTogether('/api/events', () => undefined, refused);
  for (const [at, pause_ms] of [3_000, 6_000, 12_000, 24_000, 48_000, 48_000].entries()) {
    newest().refuse();
    expect(refused).toHaveBeenCalledTimes(at + 1);
    vi.advanceTimersByTime(pause_ms - 1);
    expect(Source.opened).toHaveLength(at + 1);
    vi.advanceTimersByTime(1);
    expect(Source.opened).toHaveLength(at + 2);
  }
  newest().dispatchEvent(new Event('open'));
  const before = Source.opened.length;
  newest().refuse();
  vi.advanceTimersByTime(3_000);
  expect(Source.opened).toHaveLength(before + 1);
  stop();
});

test('a broken live stream is reconnected by the browser itself, and nothing is requested after the end', () => {
  const refused = vi.fn<() => void>();
  const stop = listenTogether('/api/events', () => undefined, refused);
  newest().dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(60_000);
  expect(Source.opened).toHaveLength(1);
  expect(refused).not.toHaveBeenCalled();
  newest().refuse();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(Source.opened).toHaveLength(1);
});
