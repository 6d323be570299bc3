import { afterEach, expect, test, vi } from 'vitest';
import { cityOfZone } from '#contract/zone.ts';
import { ownZone, zonedFormatters } from './zoned.ts';

const at = '2026-12-03T13:30:00Z';
const now = () => new Date('2026-11-26T12:00:00Z');

test('one moment is shown by the clocks of Paris, Montréal and Dubai', () => {
  const { moment, time } = zonedFormatters('en', now);
  expect(moment(at, 'Europe/Paris')).toBe('Thursday 3 December, 14:30');
  expect(time(at, 'America/Toronto')).toBe('08:30');
  expect(time(at, 'Asia/Dubai')).toBe('17:30');
  expect(zonedFormatters('en', now).spelled(at, 'Europe/Paris')).toMatch(/^Thursday,? 3 December 2026 at 14:30$/);
  expect(zonedFormatters('fr', now).spelled(at, 'Europe/Paris')).toBe('jeudi 3 décembre 2026 à 14:30');
  expect(zonedFormatters('fr', now).moment(at, 'Europe/Paris')).toBe('jeudi 3 décembre, 14:30');
});

test('day and time are joined by the rules of the language', () => {
  const paris = (language: 'ar' | 'ja' | 'zh' | 'ko') => zonedFormatters(language, now).moment(at, 'Europe/Paris');
  expect(paris('ja')).toBe('12月3日木曜日 14:30');
  expect(paris('zh')).toBe('12月3日星期四 14:30');
  expect(paris('ar')).toContain('ديسمبر، ');
  expect(paris('ko')).not.toContain(',');
});

test('two zones count as the same if they have the same local time at a moment', () => {
  const { isSame } = zonedFormatters('en', now);
  expect(isSame(at, 'Europe/Paris', 'Europe/Berlin')).toBe(true);
  expect(isSame(at, 'Europe/Paris', 'Europe/London')).toBe(false);
  expect(isSame('2026-12-03T23:30:00Z', 'Europe/Paris', 'Asia/Dubai')).toBe(false);
});

test('a zone is named by its city', () => {
  expect(cityOfZone('America/New_York')).toBe('New York');
  expect(cityOfZone('UTC')).toBe('UTC');
});

test('a time of another year is shown with its year, in the time zone of the place', () => {
  const { moment, short } = zonedFormatters('en', now);
  expect(moment('2027-01-05T08:15:00Z', 'Europe/Paris')).toMatch(/^Tuesday,? 5 January 2027, 09:15$/);
  expect(short('2025-12-03T13:30:00Z', 'Europe/Paris')).toBe('3 Dec 2025, 14:30');
  expect(short('2026-12-31T23:30:00Z', 'Europe/Paris')).toBe('1 Jan 2027, 00:30');
  expect(short('2026-12-31T23:30:00Z', 'America/Toronto')).toBe('31 Dec, 18:30');
});

test('the last moment of a day in Paris is shown as this day', () => {
  const last = '2026-12-20T22:59:59.999Z';
  expect(zonedFormatters('en').date(last, 'Europe/Paris')).toBe('20 Dec 2026');
  expect(zonedFormatters('fr').date(last, 'Europe/Paris')).toBe('20 déc. 2026');
  expect(zonedFormatters('en').date(last, 'Asia/Dubai')).toBe('21 Dec 2026');
});

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['Asia/Dubai', 'Asia/Dubai'],
  ['Etc/Unknown', 'UTC'],
  [undefined, 'UTC'],
])('a device with the time zone %s is in the time zone %s', (timeZone, zone) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone } as Intl.ResolvedDateTimeFormatOptions;
  });
  expect(ownZone()).toBe(zone);
});
