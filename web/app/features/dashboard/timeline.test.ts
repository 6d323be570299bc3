import { expect, test } from 'vitest';
import { dayWord, timelineOf } from './timeline.ts';

const now = new Date(2026, 10, 21, 12, 0).getTime();
const aCase = {
  status: 'received',
  received_at: '2026-11-20T13:20:00Z',
  taken_at: null,
  published_at: null,
  due_at: new Date(2026, 10, 22, 14, 20).toISOString(),
} as const;

test('a case that waits has its photos behind it and its doctor ahead', () => {
  expect(timelineOf(aCase, now).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'received done',
    'doctor current',
    'published next',
  ]);
  expect(timelineOf(aCase, now)[2]).toMatchObject({ at: null, by: aCase.due_at });
});

test('a promise that has passed is not repeated', () => {
  expect(timelineOf({ ...aCase, due_at: '2026-11-20T10:00:00Z' }, now)[2]).toMatchObject({ by: null });
});

test('a published case has every step behind it', () => {
  const published_at = '2026-11-21T09:00:00Z';
  const steps = timelineOf({ ...aCase, status: 'published', taken_at: '2026-11-20T17:00:00Z', published_at }, now);
  expect(steps.every(({ state }) => state === 'done')).toBe(true);
  expect(steps.map(({ at }) => at)).toEqual([aCase.received_at, '2026-11-20T17:00:00Z', published_at]);
});

test('a withdrawn case goes nowhere any more', () => {
  expect(timelineOf({ ...aCase, status: 'withdrawn' }, now)).toEqual([]);
});

test('days are counted in the reader’s own time, not in hours', () => {
  expect(dayWord(new Date(2026, 10, 21, 23, 59).toISOString(), now)).toBe('today');
  expect(dayWord(new Date(2026, 10, 22, 0, 1).toISOString(), now)).toBe('tomorrow');
  expect(dayWord(aCase.due_at, now)).toBe('tomorrow');
  expect(dayWord(new Date(2026, 10, 23, 9, 0).toISOString(), now)).toBe('later');
});
