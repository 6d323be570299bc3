import { expect, test } from 'vitest';
import { RuledCountries } from '#contract/regions.ts';
import { holidaysOf } from './holidays.ts';

/** Literal days of some years, each with a case that is easily wrong. */
const literal: Readonly<Record<string, readonly string[]>> = {
  'FR 2027': [
    '2027-01-01 2027-03-29 2027-05-01 2027-05-06 2027-05-08 2027-05-17',
    '2027-07-14 2027-08-15 2027-11-01 2027-11-11 2027-12-25',
  ],
  'BE 2026': [
    '2026-01-01 2026-04-06 2026-05-01 2026-05-14 2026-05-25',
    '2026-07-21 2026-08-15 2026-11-01 2026-11-11 2026-12-25',
  ],
  'CH 2026': ['2026-01-01 2026-05-14 2026-08-01 2026-12-25'],
  'LU 2026': [
    '2026-01-01 2026-04-06 2026-05-01 2026-05-09 2026-05-14 2026-05-25',
    '2026-06-23 2026-08-15 2026-11-01 2026-12-25 2026-12-26',
  ],
  // 25 May 2026 is a Monday itself: Victoria Day is the one before.
  'CA 2026': ['2026-01-01 2026-04-03 2026-05-18 2026-07-01 2026-09-07 2026-10-12 2026-12-25'],
  // 1 July 2029 is a Sunday.
  'CA 2029': ['2029-01-01 2029-03-30 2029-05-21 2029-07-02 2029-09-03 2029-10-08 2029-12-25'],
  // The weekends of Christmas 2021 and of New Year 2022 are replaced by weekdays.
  'GB 2021': [
    '2021-01-01 2021-04-02 2021-04-05 2021-05-03 2021-05-31 2021-08-30 2021-12-25 2021-12-26 2021-12-27 2021-12-28',
  ],
  'GB 2023': ['2023-01-01 2023-01-02 2023-04-07 2023-04-10 2023-05-01 2023-05-29 2023-08-28 2023-12-25 2023-12-26'],
  'DE 2027': ['2027-01-01 2027-03-26 2027-03-29 2027-05-01 2027-05-06 2027-05-17 2027-10-03 2027-12-25 2027-12-26'],
  'ES 2026': [
    '2026-01-01 2026-01-06 2026-04-03 2026-05-01 2026-08-15',
    '2026-10-12 2026-11-01 2026-12-06 2026-12-08 2026-12-25',
  ],
  'IT 2026': [
    '2026-01-01 2026-01-06 2026-04-06 2026-04-25 2026-05-01 2026-06-02',
    '2026-08-15 2026-10-04 2026-11-01 2026-12-08 2026-12-25 2026-12-26',
  ],
  // 4 July 2026 is a Saturday, and is observed on the Friday.
  'US 2026': [
    '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-07-04',
    '2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
  ],
};

test.each(Object.entries(literal))('%s', (name, lines) => {
  const [country = '', year = ''] = name.split(' ');
  expect([...holidaysOf(country, Number(year))]).toEqual(lines.join(' ').split(' '));
});

test('the Emirates keep the days of the Islamic year', () => {
  const days = holidaysOf('AE', 2026);
  // Eid al-Fitr 20 March, Arafat 26 May, new year 16 June, the Prophet's birth 25 August 2026.
  for (const day of ['2026-03-20', '2026-05-26', '2026-05-27', '2026-06-16', '2026-08-25', '2026-12-02'])
    expect(days).toContain(day);
  expect(days.size).toBe(12);
});

test('a New Year on a Saturday is observed in the year before', () => {
  expect([...holidaysOf('US', 2021)].at(-1)).toBe('2021-12-31');
});

test('every country that the rules of advertising name has its holidays, and another one has none', () => {
  for (const country of RuledCountries) expect(holidaysOf(country, 2027).size, country).toBeGreaterThan(3);
  expect(holidaysOf('AU', 2027).size).toBe(0);
});
