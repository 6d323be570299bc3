import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftSaver, type SaveOutcome } from './draft-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function saverWith(...answers: (SaveOutcome | Promise<SaveOutcome>)[]) {
  const sent: { content: string; baseVersion: number }[] = [];
  const saver = new DraftSaver({
    content: 'start',
    version: 3,
    at: null,
    save: async (content, baseVersion) => {
      sent.push({ content, baseVersion });
      return answers.shift()!;
    },
  });
  return { saver, sent };
}
const stored = (version: number): SaveOutcome => ({ kind: 'stored', version, at: '2026-11-18T10:06:00Z' });

test('the newest content of a draft is saved once, less than a second after the last change', async () => {
  const { saver, sent } = saverWith(stored(4));
  saver.change('a');
  await vi.advanceTimersByTimeAsync(300);
  saver.change('ab');
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toEqual([{ content: 'ab', baseVersion: 3 }]);
  expect(saver.state).toMatchObject({ version: 4, status: { kind: 'saved', at: '2026-11-18T10:06:00Z' } });
});

test('a draft is saved every second while changes continue without a pause', async () => {
  const { saver, sent } = saverWith(stored(4), stored(5), stored(6));
  for (let at = 0; at < 20; at++) {
    saver.change(`${at}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent.map(({ content }) => content)).toEqual(['8', '17']);
});

test('a change during a save is sent after the save, and is based on the new version', async () => {
  let answer: (outcome: SaveOutcome) => void = () => {};
  const { saver, sent } = saverWith(new Promise((resolve) => (answer = resolve)), stored(5));
  saver.change('a');
  await vi.advanceTimersByTimeAsync(700);
  saver.change('b');
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(1);
  answer(stored(4));
  await vi.advanceTimersByTimeAsync(700);
  expect(sent[1]).toEqual({ content: 'b', baseVersion: 4 });
  expect(saver.state.status.kind).toBe('saved');
});

test('without a connection the saver tries again after growing intervals until the draft is stored', async () => {
  const { saver, sent } = saverWith({ kind: 'unreachable' }, { kind: 'unreachable' }, stored(4));
  saver.change('a');
  await vi.advanceTimersByTimeAsync(700);
  expect(saver.state.status.kind).toBe('offline');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1500);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(600);
  expect(saver.state.status.kind).toBe('saved');
});

test('a save without a response is repeated before newer content is sent, so that no conflict arises', async () => {
  const { saver, sent } = saverWith({ kind: 'unreachable', isUnknown: true }, stored(4), stored(5));
  saver.change('a');
  await vi.advanceTimersByTimeAsync(700);
  saver.change('ab');
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toEqual([
    { content: 'a', baseVersion: 3 },
    { content: 'a', baseVersion: 3 },
    { content: 'ab', baseVersion: 4 },
  ]);
  expect(saver.state).toMatchObject({ version: 5, status: { kind: 'saved' } });
});

test('after a save that did not reach the service, the newest content is sent', async () => {
  const { saver, sent } = saverWith({ kind: 'unreachable' }, stored(4));
  saver.change('a');
  await vi.advanceTimersByTimeAsync(700);
  saver.change('ab');
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent[1]).toEqual({ content: 'ab', baseVersion: 3 });
  expect(saver.state.status.kind).toBe('saved');
});

test('if a newer version exists, saving stops until it is loaded', async () => {
  const { saver, sent } = saverWith({ kind: 'outdated' }, stored(9));
  saver.change('a');
  await vi.advanceTimersByTimeAsync(700);
  saver.change('ab');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(saver.state.status.kind).toBe('outdated');
  saver.reload('theirs and ab', { version: 8, at: null, isDirty: true });
  await vi.advanceTimersByTimeAsync(700);
  expect(sent[1]).toEqual({ content: 'theirs and ab', baseVersion: 8 });
});

test('`flush` saves at once and returns whether everything was stored', async () => {
  const first = saverWith(stored(4));
  first.saver.change('a');
  await expect(first.saver.flush()).resolves.toBe(true);
  const second = saverWith({ kind: 'unreachable' });
  second.saver.change('a');
  await expect(second.saver.flush()).resolves.toBe(false);
  const third = saverWith({ kind: 'taken', by: 'Dr Aubry' });
  third.saver.change('a');
  await expect(third.saver.flush()).resolves.toBe(false);
});
