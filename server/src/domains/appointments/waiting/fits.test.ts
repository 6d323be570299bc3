import { expect, test } from 'vitest';
import { fits } from './fits.ts';

const wish = {
  practitioner_id: null,
  site_id: null,
  first_day: '2026-12-01',
  last_day: '2026-12-03',
  part: 'any',
} as const;
const at = (starts_at: string, timezone = 'Europe/Paris') => ({
  practitioner_id: 'doctor',
  site_id: 'site',
  starts_at: new Date(starts_at),
  timezone,
});

test.each([
  // The first and the last day are days in the time zone of the site.
  ['Europe/Paris', '2026-11-30T22:59:00Z', false],
  ['Europe/Paris', '2026-11-30T23:00:00Z', true],
  ['Europe/Paris', '2026-12-03T22:59:00Z', true],
  ['Europe/Paris', '2026-12-03T23:00:00Z', false],
  ['America/Montreal', '2026-12-01T04:59:00Z', false],
  ['America/Montreal', '2026-12-04T04:59:00Z', true],
  ['Asia/Dubai', '2026-11-30T20:00:00Z', true],
  ['Asia/Dubai', '2026-12-03T20:00:00Z', false],
  ['Australia/Lord_Howe', '2026-11-30T13:00:00Z', true],
  ['Australia/Lord_Howe', '2026-12-03T13:00:00Z', false],
])(
  'a wait for 1 to 3 December is compared in the time zone of the site: in %s, a visit at %s fits: %s',
  (zone, starts, expected) => {
    expect(fits(wish, at(starts, zone))).toBe(expected);
  },
);

test.each([
  ['morning', '2026-12-01T10:59:00Z', true],
  ['morning', '2026-12-01T11:00:00Z', false],
  ['afternoon', '2026-12-01T10:59:00Z', false],
  ['afternoon', '2026-12-01T11:00:00Z', true],
  ['afternoon', '2026-12-01T15:59:00Z', true],
  ['afternoon', '2026-12-01T16:00:00Z', false],
  ['evening', '2026-12-01T15:59:00Z', false],
  ['evening', '2026-12-01T16:00:00Z', true],
  ['any', '2026-12-01T05:00:00Z', true],
] as const)('a wait for the %s in Paris fits a visit at %s: %s', (part, starts, expected) => {
  expect(fits({ ...wish, part }, at(starts))).toBe(expected);
});

test.each([
  ['this practitioner', { practitioner_id: 'doctor' }, true],
  ['a colleague', { practitioner_id: 'colleague' }, false],
  ['this place', { site_id: 'site' }, true],
  ['another place', { site_id: 'elsewhere' }, false],
])('a wait for %s is compared with the practitioner and the place of the visit', (_who, wanted, expected) => {
  expect(fits({ ...wish, ...wanted }, at('2026-12-01T09:00:00Z'))).toBe(expected);
});
