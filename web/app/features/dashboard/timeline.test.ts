import { expect, test } from 'vitest';
import { dayWord, timelineOf } from './timeline.ts';

const now = new Date(2026, 10, 21, 12, 0).getTime();
const aCase = {
  status: 'received' as const,
  taken_at: null,
  published_at: null,
  photo_request: null,
  steps: [],
  due_at: new Date(2026, 10, 22, 14, 20).toISOString(),
} satisfies Parameters<typeof timelineOf>[0];

const taken_at = '2026-11-20T17:00:00Z';
const health = '2026-11-20T15:00:00Z';
const inReview = { ...aCase, status: 'in_review', taken_at } as const;
const step = (kind: 'health_read' | 'drawing' | 'signing', at: string) => ({ kind, at });
const read = step('health_read', '2026-11-20T17:05:00Z');
const drawing = step('drawing', '2026-11-20T17:10:00Z');
const signing = step('signing', '2026-11-20T17:30:00Z');
const photo_request = { poses: ['front' as const], reason: 'blurred' as const, note: '', requested_at: taken_at };

const way = (...[shown, healthAt]: [Parameters<typeof timelineOf>[0], string | null | undefined]) =>
  timelineOf(shown, healthAt, now).map(({ kind, state, isYours }) => `${kind} ${state}${isYours ? ' yours' : ''}`);

test.each([
  ['waits for a doctor', aCase, health, ['photos current', 'health next', 'drawing next', 'signing next']],
  ['waits, without answers', aCase, null, ['photos current', 'health next yours', 'drawing next', 'signing next']],
  ['was taken', inReview, health, ['photos done', 'health current', 'drawing next', 'signing next']],
  ['taken, without answers', inReview, null, ['photos done', 'health next yours', 'drawing current', 'signing next']],
  [
    'was read',
    { ...inReview, steps: [read] },
    health,
    ['photos done', 'health done', 'drawing current', 'signing next'],
  ],
  [
    'was read before the answers changed',
    { ...inReview, steps: [read] },
    '2026-11-20T18:00:00Z',
    ['photos done', 'health current', 'drawing next', 'signing next'],
  ],
  [
    'is drawn, with answers that came later',
    { ...inReview, steps: [read, drawing] },
    '2026-11-20T18:00:00Z',
    ['photos done', 'health next', 'drawing current', 'signing next'],
  ],
  [
    'waits for its signature',
    { ...inReview, steps: [read, drawing, signing] },
    health,
    ['photos done', 'health done', 'drawing done', 'signing current'],
  ],
  [
    'is drawn again',
    { ...inReview, steps: [read, signing, step('drawing', '2026-11-20T18:00:00Z')] },
    health,
    ['photos done', 'health done', 'drawing current', 'signing next'],
  ],
  [
    'waits for photos',
    { ...inReview, photo_request, steps: [read, drawing] },
    health,
    ['photos current yours', 'health done', 'drawing next', 'signing next'],
  ],
])('the steps of a case: %s', (_, shown, healthAt, expected) => expect(way(shown, healthAt)).toEqual(expected));

test('the due time of a case is shown only until it has passed, and not while it is paused', () => {
  const by = (shown: Parameters<typeof timelineOf>[0]) => timelineOf(shown, health, now)[3]?.by;
  expect(by(aCase)).toBe(aCase.due_at);
  expect(by({ ...aCase, due_at: '2026-11-20T10:00:00Z' })).toBeNull();
  expect(by({ ...inReview, photo_request })).toBeNull();
});

test('a published case has finished every step, and has no health step if no doctor read health answers', () => {
  const published_at = '2026-11-21T09:00:00Z';
  const signed = { ...inReview, status: 'published' as const, published_at, steps: [read, drawing, signing] };
  expect(way(signed, health)).toEqual(['photos done', 'health done', 'drawing done', 'signing done']);
  expect(timelineOf(signed, health, now)[3]?.at).toBe(published_at);
  expect(way({ ...signed, steps: [] }, null)).toEqual(['photos done', 'drawing done', 'signing done']);
});

test('a withdrawn case has no steps', () => {
  expect(timelineOf({ ...aCase, status: 'withdrawn' }, health, now)).toEqual([]);
});

test('"today" and "tomorrow" follow the reader’s calendar and not periods of 24 hours', () => {
  expect(dayWord(new Date(2026, 10, 21, 23, 59).toISOString(), now)).toBe('today');
  expect(dayWord(new Date(2026, 10, 22, 0, 1).toISOString(), now)).toBe('tomorrow');
  expect(dayWord(aCase.due_at, now)).toBe('tomorrow');
  expect(dayWord(new Date(2026, 10, 23, 9, 0).toISOString(), now)).toBe('later');
});
