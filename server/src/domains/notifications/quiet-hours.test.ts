import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const zone = 'Europe/Paris';
const night = { from: '22:00', to: '07:30', zone };
const until = (now: string, quiet: Parameters<typeof quietUntil>[1]) =>
  quietUntil(new Date(now), quiet)?.toISOString() ?? null;

test.each([
  ['2026-01-10T21:00:00Z', '2026-01-11T06:30:00.000Z', 'the first minute, over midnight'],
  ['2026-01-10T23:30:00Z', '2026-01-11T06:30:00.000Z', 'after midnight'],
  ['2026-01-11T06:29:59Z', '2026-01-11T06:30:00.000Z', 'the last second'],
  ['2026-01-11T06:30:00Z', null, 'over'],
  ['2026-01-10T20:59:59Z', null, 'not yet'],
])('a message at %s waits until %s: %s', (now, end, _which) => expect(until(now, night)).toBe(end));

test('quiet hours within one day do not extend into the night', () => {
  const noon = { from: '12:00', to: '14:00', zone };
  expect(until('2026-07-10T10:30:00Z', noon)).toBe('2026-07-10T12:00:00.000Z');
  expect(until('2026-07-10T12:00:00Z', noon)).toBeNull();
  expect(until('2026-07-10T09:59:00Z', noon)).toBeNull();
});

test('no message waits if a person has no quiet hours, or if they have no length', () => {
  expect(until('2026-01-10T23:30:00Z', null)).toBeNull();
  expect(until('2026-01-10T23:30:00Z', { from: '07:00', to: '07:00', zone })).toBeNull();
});

test("quiet hours are local times in the person's zone", () => {
  expect(until('2026-01-10T23:30:00Z', { ...night, zone: 'Asia/Tokyo' })).toBeNull();
  expect(until('2026-01-10T13:00:00Z', { ...night, zone: 'Asia/Tokyo' })).toBe('2026-01-10T22:30:00.000Z');
});

test('in the night in which the clocks go forward, quiet hours end at the usual local time', () => {
  // On 28 March 2027 the clocks move from 02:00 to 03:00.
  expect(until('2027-03-27T23:00:00Z', night)).toBe('2027-03-28T05:30:00.000Z');
});

test('if the clocks skip the end, quiet hours end at the moment of the change', () => {
  const short = { from: '23:00', to: '02:30', zone };
  expect(until('2027-03-27T23:00:00Z', short)).toBe('2027-03-28T01:00:00.000Z');
  expect(until('2027-03-28T01:00:00Z', short)).toBeNull();
});

test('in the night in which the clocks go back, quiet hours end at the usual local time', () => {
  expect(until('2026-10-24T23:00:00Z', night)).toBe('2026-10-25T06:30:00.000Z');
});

test('if the end occurs twice, quiet hours end the first time, or the second time if the first is already over', () => {
  const short = { from: '23:00', to: '02:30', zone };
  expect(until('2026-10-24T23:00:00Z', short)).toBe('2026-10-25T00:30:00.000Z');
  expect(until('2026-10-25T00:45:00Z', short)).toBeNull();
  expect(until('2026-10-25T01:10:00Z', short)).toBe('2026-10-25T01:30:00.000Z');
});
