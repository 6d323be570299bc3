import { expect, test } from 'vitest';
import { gatheredKinds, lastDue } from './digest.ts';

const zone = 'Europe/Paris';
const due = (now: string, digest: 'daily' | 'weekly', where = zone) =>
  lastDue(new Date(now), digest, where).toISOString();

test('a daily digest is due at eight in the morning in the time zone of the person', () => {
  expect(due('2026-11-20T07:00:00Z', 'daily')).toBe('2026-11-20T07:00:00.000Z');
  expect(due('2026-11-20T06:59:59Z', 'daily')).toBe('2026-11-19T07:00:00.000Z');
  expect(due('2026-11-20T07:00:00Z', 'daily', 'America/New_York')).toBe('2026-11-19T13:00:00.000Z');
});

test('a weekly digest is due on Monday at eight', () => {
  expect(due('2026-11-22T12:00:00Z', 'weekly')).toBe('2026-11-16T07:00:00.000Z');
  expect(due('2026-11-23T07:00:00Z', 'weekly')).toBe('2026-11-23T07:00:00.000Z');
  expect(due('2026-11-23T06:00:00Z', 'weekly')).toBe('2026-11-16T07:00:00.000Z');
});

test('on a day on which the clocks change, the digest is still due at eight', () => {
  expect(due('2027-03-28T12:00:00Z', 'daily')).toBe('2027-03-28T06:00:00.000Z');
  expect(due('2026-10-25T12:00:00Z', 'daily')).toBe('2026-10-25T07:00:00.000Z');
});

test('a digest contains only news that is not urgent', () => {
  const all = gatheredKinds(() => true);
  expect(all).toContain('reply');
  expect(all).not.toContain('message_for_you');
  expect(all).not.toContain('appointment_offer');
  expect(gatheredKinds((topic) => topic !== 'community')).not.toContain('reply');
});
