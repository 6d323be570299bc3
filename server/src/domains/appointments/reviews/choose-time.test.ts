import { expect, test } from 'vitest';
import { chooseReviewTime, daysAfter } from './choose-time.ts';

test.each([
  // Each zone has one visit before the clocks go forward and one before they go back.
  ['Europe/Paris', '2027-03-15T13:00Z', '2027-03-28T22:00Z', '2027-04-05T22:00Z'],
  ['Europe/Paris', '2026-10-12T12:00Z', '2026-10-25T23:00Z', '2026-11-02T23:00Z'],
  ['America/Montreal', '2027-03-01T15:00Z', '2027-03-15T04:00Z', '2027-03-23T04:00Z'],
  ['America/Montreal', '2026-10-19T14:00Z', '2026-11-02T05:00Z', '2026-11-10T05:00Z'],
  ['Australia/Lord_Howe', '2026-09-21T00:00Z', '2026-10-04T13:00Z', '2026-10-12T13:00Z'],
  ['Australia/Lord_Howe', '2027-03-22T00:00Z', '2027-04-04T13:30Z', '2027-04-12T13:30Z'],
  // Dubai does not change its clocks.
  ['Asia/Dubai', '2027-03-15T13:00Z', '2027-03-28T20:00Z', '2027-04-05T20:00Z'],
  ['Asia/Dubai', '2026-10-12T12:00Z', '2026-10-25T20:00Z', '2026-11-02T20:00Z'],
  // In Paris this is already 00:30 on the next day.
  ['Europe/Paris', '2026-11-20T23:30Z', '2026-12-04T23:00Z', '2026-12-12T23:00Z'],
])(
  'days 14 to 21 after a visit are counted as calendar days in %s, even across a clock change',
  (zone, visit, from, to) => {
    expect(daysAfter(new Date(visit), zone, 14, 21)).toEqual({ from: new Date(from), to: new Date(to) });
  },
);

const chosen = (visit: string, zone: string, free: readonly string[]) => {
  const slots = free.map((at) => ({ starts_at: Date.parse(at) }));
  const found = chooseReviewTime(slots, new Date(visit), zone);
  return found && new Date(found.starts_at).toISOString();
};

test.each([
  ['Europe/Paris', '2027-03-15T13:00Z', ['2027-03-29T13:00Z', '2027-03-29T12:00Z'], '2027-03-29T12:00:00.000Z'],
  ['Europe/Paris', '2026-10-12T12:00Z', ['2026-10-26T12:00Z', '2026-10-26T13:00Z'], '2026-10-26T13:00:00.000Z'],
  ['America/Montreal', '2027-03-01T15:00Z', ['2027-03-15T15:00Z', '2027-03-15T14:00Z'], '2027-03-15T14:00:00.000Z'],
  ['America/Montreal', '2026-10-19T14:00Z', ['2026-11-02T14:00Z', '2026-11-02T15:00Z'], '2026-11-02T15:00:00.000Z'],
  ['Asia/Dubai', '2027-03-15T13:00Z', ['2027-03-29T12:00Z', '2027-03-29T13:00Z'], '2027-03-29T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-09-21T00:00Z', ['2026-10-05T00:00Z', '2026-10-04T23:30Z'], '2026-10-04T23:30:00.000Z'],
  ['Australia/Lord_Howe', '2027-03-22T00:00Z', ['2027-04-05T00:00Z', '2027-04-05T00:30Z'], '2027-04-05T00:30:00.000Z'],
])('in %s, a review gets the local time of the visit, even after a clock change', (zone, visit, free, expected) => {
  expect(chosen(visit, zone, free)).toBe(expected);
});

test('for a review, a day with a time near the hour of the visit comes before an earlier day without one', () => {
  const free = ['2026-12-17T06:00Z', '2026-12-18T11:31Z', '2026-12-19T11:30Z', '2026-12-20T09:30Z'];
  expect(chosen('2026-12-03T09:30Z', 'Europe/Paris', free)).toBe('2026-12-19T11:30:00.000Z');
});

test('if no time is near the hour of the visit, a review gets the nearest time of the first day', () => {
  const free = ['2026-12-18T15:00Z', '2026-12-17T17:00Z', '2026-12-17T16:00Z'];
  expect(chosen('2026-12-03T07:00Z', 'Europe/Paris', free)).toBe('2026-12-17T16:00:00.000Z');
  expect(chosen('2026-12-03T07:00Z', 'Europe/Paris', [])).toBeUndefined();
});
