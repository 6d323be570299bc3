import { expect, test } from 'vitest';
import { gatheredKinds, lastPeriod } from './digest.ts';

const zone = 'Europe/Paris';
const period = (now: string, digest: 'daily' | 'weekly', where = zone) => {
  const { from, to } = lastPeriod(new Date(now), digest, where);
  return [from.toISOString(), to.toISOString()];
};

test("a daily period ends at eight in the morning in the person's zone", () => {
  expect(period('2026-11-20T07:00:00Z', 'daily')).toEqual(['2026-11-19T07:00:00.000Z', '2026-11-20T07:00:00.000Z']);
  expect(period('2026-11-20T06:59:59Z', 'daily')).toEqual(['2026-11-18T07:00:00.000Z', '2026-11-19T07:00:00.000Z']);
  expect(period('2026-11-20T07:00:00Z', 'daily', 'America/New_York')[1]).toBe('2026-11-19T13:00:00.000Z');
});

test('a weekly period ends on Monday at eight', () => {
  expect(period('2026-11-22T12:00:00Z', 'weekly')).toEqual(['2026-11-09T07:00:00.000Z', '2026-11-16T07:00:00.000Z']);
  expect(period('2026-11-23T07:00:00Z', 'weekly')).toEqual(['2026-11-16T07:00:00.000Z', '2026-11-23T07:00:00.000Z']);
  expect(period('2026-11-23T06:00:00Z', 'weekly')[1]).toBe('2026-11-16T07:00:00.000Z');
});

test('on a day on which the clocks change, the period is shorter or longer, and still ends at eight', () => {
  expect(period('2027-03-28T12:00:00Z', 'daily')).toEqual(['2027-03-27T07:00:00.000Z', '2027-03-28T06:00:00.000Z']);
  expect(period('2026-10-25T12:00:00Z', 'daily')).toEqual(['2026-10-24T06:00:00.000Z', '2026-10-25T07:00:00.000Z']);
});

test('a digest contains only news that is not urgent', () => {
  const all = gatheredKinds(() => true);
  expect(all).toContain('reply');
  expect(all).not.toContain('message_for_you');
  expect(all).not.toContain('appointment_offer');
  expect(gatheredKinds((topic) => topic !== 'community')).not.toContain('reply');
});
