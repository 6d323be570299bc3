import { expect, test } from 'vitest';
import type { DirectService } from '#contract/direct-appointments.ts';
import { beginWait, dayAfter, isLastDayFine, todayAt, wishesOf, withService } from './wait-form.ts';

const today = '2026-11-28';
const form = beginWait([], today, { service_id: 'laser', practitioner_id: 'doctor', site_id: 'lilas' });

test('a wait for a time lasts sixty days from today if the patient names no last day', () => {
  expect(beginWait([], today)).toMatchObject({ first_day: '2026-11-28', last_day: '2027-01-27', part: 'any' });
});

test('the form of the waiting list starts with the values of the patient’s open wait', () => {
  const wish = {
    service_id: 's',
    practitioner_id: null,
    site_id: 'p',
    first_day: '2026-12-01',
    last_day: '2026-12-02',
  };
  expect(beginWait([], today, { ...wish, part: 'evening' })).toEqual({ ...wish, practitioner_id: '', part: 'evening' });
});

test.each([
  ['2026-11-28', '2026-11-28', true],
  ['2026-11-28', '2026-11-27', false],
  ['2026-11-01', '2026-11-27', false],
  ['2026-11-01', '2026-11-28', true],
  ['2026-12-05', '2026-12-04', false],
  ['2026-11-28', '2027-11-28', true],
  ['2026-11-28', '2027-11-29', false],
  ['2026-11-28', '', false],
])('the last day of a wait from %s until %s is valid: %s', (first_day, last_day, expected) => {
  expect(isLastDayFine({ ...form, first_day, last_day }, today)).toBe(expected);
});

const paris = { id: 'lilas', timezone: 'Europe/Paris' };
const montreal = { id: 'mont', timezone: 'America/Montreal' };
const services = [
  { id: 'laser', sites: [paris] },
  { id: 'peel', sites: [paris, montreal] },
] as unknown as readonly DirectService[];

test('the earliest day is the current day in Paris for a patient in Tokyo, and in Montreal for a patient there', () => {
  const evening = Date.parse('2026-12-03T19:30:00Z');
  expect(todayAt(services, { service_id: 'laser' }, evening, 'Asia/Tokyo')).toBe('2026-12-03');
  expect(todayAt(services, { service_id: 'laser' }, evening + 5 * 3_600_000, 'America/Montreal')).toBe('2026-12-03');
  expect(todayAt([], {}, evening, 'Asia/Tokyo')).toBe('2026-12-04');
});

test('the current day follows the time zone of the chosen site, and a new wait begins with the first service', () => {
  const night = Date.parse('2026-12-04T03:30:00Z');
  expect(todayAt(services, { service_id: 'peel', site_id: 'lilas' }, night, 'Asia/Tokyo')).toBe('2026-12-04');
  expect(todayAt(services, { service_id: 'peel', site_id: '' }, night, 'Asia/Tokyo')).toBe('2026-12-03');
  const first = todayAt(services, {}, night, 'Asia/Tokyo');
  expect(beginWait(services, first)).toMatchObject({
    service_id: 'laser',
    first_day: '2026-12-04',
    last_day: '2027-02-02',
  });
});

test('days of a wait are counted correctly when the clocks change', () => {
  expect([dayAfter('2027-03-27', 2), dayAfter('2026-10-24', 2)]).toEqual(['2027-03-29', '2026-10-26']);
});

test('changing the service of a wait clears practitioner and place, and they are sent as null', () => {
  expect(wishesOf({ ...withService(form, 'peel'), first_day: '' }, today)).toMatchObject({
    service_id: 'peel',
    practitioner_id: null,
    site_id: null,
    first_day: '2026-11-28',
  });
});
