import { expect, test } from 'vitest';
import { limitOf } from './offer-freed.ts';

/**
 * The start of the offered time, unless the row has another start. It is several days after the current time of every
 * row.
 */
const far = '2026-11-30T12:00:00Z';
const limit = (zone: string, now: string, starts_at = far, lead_hours = 24) =>
  limitOf({ now: new Date(now), starts_at: new Date(starts_at), lead_hours, zone })?.toISOString() ?? null;

test.each([
  // It is daytime, so the slot is held for two hours from now.
  ['Europe/Paris', '2026-11-25T09:00:00Z', '2026-11-25T11:00:00.000Z'],
  ['America/Montreal', '2026-11-25T14:00:00Z', '2026-11-25T16:00:00.000Z'],
  ['Asia/Dubai', '2026-11-25T05:00:00Z', '2026-11-25T07:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-11-25T00:00:00Z', '2026-11-25T02:00:00.000Z'],
  // The hold ends at exactly 21:00.
  ['Europe/Paris', '2026-11-25T18:00:00Z', '2026-11-25T20:00:00.000Z'],
  // At 20:00, one hour is left before the night. The second hour begins at 08:00.
  ['Europe/Paris', '2026-11-25T19:00:00Z', '2026-11-26T08:00:00.000Z'],
  ['America/Montreal', '2026-11-26T01:00:00Z', '2026-11-26T14:00:00.000Z'],
  ['Asia/Dubai', '2026-11-25T16:00:00Z', '2026-11-26T05:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-11-25T09:00:00Z', '2026-11-25T22:00:00.000Z'],
  // 21:00, 23:30 and 07:59 are at night, so the two hours begin at 08:00.
  ['Europe/Paris', '2026-11-25T20:00:00Z', '2026-11-26T09:00:00.000Z'],
  ['America/Montreal', '2026-11-26T04:30:00Z', '2026-11-26T15:00:00.000Z'],
  ['Asia/Dubai', '2026-11-26T03:59:00Z', '2026-11-26T06:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-11-25T20:59:00Z', '2026-11-25T23:00:00.000Z'],
])('a freed time is held for two hours of daytime: in %s at %s, until %s', (zone, now, until) => {
  expect(limit(zone, now)).toBe(until);
});

test.each([
  // The clocks go forward, so the night is an hour shorter (on Lord Howe Island half an hour).
  ['Europe/Paris', '2027-03-27T21:00:00Z', '2027-03-28T08:00:00.000Z'],
  ['America/Montreal', '2027-03-14T03:00:00Z', '2027-03-14T14:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-10-02T12:00:00Z', '2027-10-02T23:00:00.000Z'],
  // The clocks go back.
  ['Europe/Paris', '2026-10-24T20:00:00Z', '2026-10-25T09:00:00.000Z'],
  ['America/Montreal', '2026-11-01T02:00:00Z', '2026-11-01T15:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-03T12:00:00Z', '2027-04-03T23:30:00.000Z'],
  // Dubai does not change its clocks.
  ['Asia/Dubai', '2027-03-28T19:00:00Z', '2027-03-29T06:00:00.000Z'],
])('nights with a clock change are not counted: in %s, a time freed at %s is held until %s', (zone, now, until) => {
  expect(limit(zone, now, '2027-12-01T12:00:00Z')).toBe(until);
});

test.each([
  // The slot begins soon, so the hold ends when the lead time begins.
  ['90 minutes are left', '2026-11-25T09:00:00Z', '2026-11-26T10:30:00Z', '2026-11-25T10:30:00.000Z'],
  ['an hour is left', '2026-11-25T09:00:00Z', '2026-11-26T10:00:00Z', '2026-11-25T10:00:00.000Z'],
  ['a minute less', '2026-11-25T09:00:00Z', '2026-11-26T09:59:00Z', null],
  ['it is over', '2026-11-25T09:00:00Z', '2026-11-25T08:00:00Z', null],
  // Night hours are not counted. The lead time begins at 08:59, 09:00 and 09:30 in Paris.
  ['a night, and less than an hour', '2026-11-25T21:00:00Z', '2026-11-27T07:59:00Z', null],
  ['a night, and an hour', '2026-11-25T21:00:00Z', '2026-11-27T08:00:00Z', '2026-11-26T08:00:00.000Z'],
  ['a night, and an hour and a half', '2026-11-25T21:00:00Z', '2026-11-27T08:30:00Z', '2026-11-26T08:30:00.000Z'],
])(
  'a freed time is held until its lead time, or not at all if that is less than an hour: %s',
  (_what, now, starts_at, until) => {
    expect(limit('Europe/Paris', now, starts_at)).toBe(until);
  },
);
