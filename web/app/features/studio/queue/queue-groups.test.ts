import { expect, test } from 'vitest';
import type { QueueRow } from '#contract/cases.ts';
import { filterFrom, groupQueue, neighbour, rowsOf, summarise, timeLeft, withNumber } from './queue-groups.ts';

const now = new Date(2026, 10, 18, 9, 48).getTime();
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();
const row = (id: string, due_at: string, published_at: string | null = null): QueueRow => ({
  id,
  number: id,
  status: published_at ? 'published' : 'received',
  plan: 'free',
  age_years: 41,
  main_goals: [],
  photo_count: 3,
  is_locked: false,
  received_at: at(16, 9),
  due_at,
  published_at,
  practitioner_id: null,
  practitioner_name: null,
  assigned_to: null,
  assigned_name: null,
  is_waiting_for_photos: false,
  is_redo: false,
});
const rows = [
  row('tomorrow', at(19, 7)),
  row('late', at(18, 9, 24)),
  row('today', at(18, 13)),
  row('later', at(21, 8)),
];

test('cases are grouped by the day on which they are due, and late cases come first', () => {
  expect(groupQueue(rows, now).map(({ key, rows }) => [key, ...rows.map(({ id }) => id)])).toEqual([
    ['overdue', 'late'],
    ['today', 'today'],
    ['tomorrow', 'tomorrow'],
    ['later', 'later'],
  ]);
});

test('signed cases are grouped by the day of their signature, the newest first', () => {
  const signed = [row('a', at(17, 9), at(17, 8)), row('b', at(18, 9), at(18, 8)), row('c', at(18, 9), at(18, 9))];
  expect(groupQueue(signed, now).map(({ key, rows }) => [key, ...rows.map(({ id }) => id)])).toEqual([
    ['signed_today', 'c', 'b'],
    ['signed_before', 'a'],
  ]);
});

test('the time until or since the due time is given in hours and minutes', () => {
  expect(timeLeft(at(18, 13), now)).toEqual({ kind: 'soon', hours: 3, minutes: 12 });
  expect(timeLeft(at(18, 9, 24), now)).toEqual({ kind: 'late', hours: 0, minutes: 24 });
  expect(timeLeft(at(19, 7), now)).toEqual({ kind: 'later', hours: 21, minutes: 12 });
});

test('the keys J and K start at the first row of the queue and stop at both ends', () => {
  const groups = groupQueue(rows, now);
  expect(neighbour(groups, null, 1)).toBe('late');
  expect(neighbour(groups, 'late', 1)).toBe('today');
  expect(neighbour(groups, 'late', -1)).toBe('late');
  expect(neighbour(groups, 'later', 1)).toBe('later');
  expect(neighbour(groups, 'gone', 1)).toBe('late');
  expect(neighbour([], null, 1)).toBe(null);
});

test('the headline of the queue counts the cases that are due today or late, and gives the next due time', () => {
  expect(summarise(rows, now)).toEqual({ dueToday: 2, late: 1, next: at(18, 13), waiting: 0 });
});

test('an unknown filter in the address means the queue of open cases', () => {
  expect(filterFrom('mine')).toBe('mine');
  expect(filterFrom('nonsense')).toBe('open');
  expect(filterFrom(null)).toBe('open');
});

test('a case that waits for photos is neither late nor due', () => {
  const waiting = { ...row('waiting', at(18, 8)), practitioner_id: 'me', is_waiting_for_photos: true };
  expect(groupQueue([waiting, ...rows], now).map(({ key, rows }) => [key, ...rows.map(({ id }) => id)])).toEqual([
    ['overdue', 'late'],
    ['today', 'today'],
    ['tomorrow', 'tomorrow'],
    ['later', 'later'],
    ['waiting', 'waiting'],
  ]);
  expect(summarise([waiting, ...rows], now)).toEqual({ dueToday: 2, late: 1, next: at(18, 13), waiting: 1 });
  expect(summarise([{ ...waiting, due_at: at(18, 12) }], now)).toEqual({
    dueToday: 0,
    late: 0,
    next: null,
    waiting: 1,
  });
});

test('a case that is on two loaded pages of the queue is shown once', () => {
  const [one, two] = [row('one', at(18, 12)), row('two', at(18, 13))];
  expect(rowsOf([{ rows: [one, two] }, { rows: [{ ...two, due_at: at(18, 14) }, row('three', at(18, 15))] }])).toEqual([
    one,
    two,
    row('three', at(18, 15)),
  ]);
  expect(rowsOf([])).toEqual([]);
});

test('a typed case number is found among the loaded rows, and among those that the service found', () => {
  const [one, two] = [
    { ...row('one', at(18, 12)), number: 'FL-001204' },
    { ...row('two', at(18, 12)), number: 'FL-120001' },
  ];
  expect(withNumber([one], [two, one], '12').map(({ id }) => id)).toEqual(['one', 'two']);
  expect(withNumber([one], [two], ' fl-12').map(({ id }) => id)).toEqual(['two']);
  expect(withNumber([one], [], '')).toEqual([one]);
});
