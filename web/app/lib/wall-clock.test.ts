import { describe, expect, test } from 'vitest';
import { hourText, instantIn, minuteOf, piecesOn, wallTimeIn } from './wall-clock.ts';

const zones = ['Europe/Paris', 'America/Montreal', 'Asia/Dubai', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC'];

describe.each(zones)('%s', (zone) => {
  test('an instant converted to local time and back is the same, through the year and both clock changes', () => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 37 * 60_000 * 30) {
      const found = instantIn(zone, wallTimeIn(zone, at));
      // If a local time occurs twice, the earlier instant is found.
      expect(wallTimeIn(zone, found)).toEqual(wallTimeIn(zone, at));
      expect(found).toBeLessThanOrEqual(at);
    }
  });
});

test('the local time of a place consists of a day and a minute', () => {
  expect(wallTimeIn('Europe/Paris', '2026-12-03T13:30:00Z')).toEqual({ day: '2026-12-03', minute: 870 });
  expect(wallTimeIn('America/Montreal', '2026-12-03T03:15:00Z')).toEqual({ day: '2026-12-02', minute: 1335 });
  expect(wallTimeIn('Europe/Paris', '2026-12-02T23:00:00Z')).toEqual({ day: '2026-12-03', minute: 0 });
});

test('a time that happens twice means the earlier instant, and a skipped time an instant after the gap', () => {
  const at = (day: string) => new Date(instantIn('Europe/Paris', { day, minute: 150 })).toISOString();
  expect(at('2026-10-25')).toBe('2026-10-25T00:30:00.000Z');
  expect(at('2027-03-28')).toBe('2027-03-28T01:30:00.000Z');
});

test('a span of time is cut at midnight, and only the shown days get a part of it', () => {
  const night = { from: '2026-12-03T22:00:00Z', to: '2026-12-04T01:30:00Z' };
  expect(piecesOn(['2026-12-03', '2026-12-04', '2026-12-05'], 'Europe/Paris', night)).toEqual([
    { day: '2026-12-03', minute: 1380, until: 1440 },
    { day: '2026-12-04', minute: 0, until: 150 },
  ]);
  expect(piecesOn(['2026-12-05'], 'Europe/Paris', night)).toEqual([]);
  const toMidnight = { from: '2026-12-03T22:00:00Z', to: '2026-12-03T23:00:00Z' };
  expect(piecesOn(['2026-12-03', '2026-12-04'], 'Europe/Paris', toMidnight)).toEqual([
    { day: '2026-12-03', minute: 1380, until: 1440 },
  ]);
});

test('a span of time in the hour that occurs twice has its full length', () => {
  const span = { from: '2026-10-25T00:45:00Z', to: '2026-10-25T01:15:00Z' };
  expect(piecesOn(['2026-10-25'], 'Europe/Paris', span)).toEqual([{ day: '2026-10-25', minute: 165, until: 195 }]);
});

test('times of day are formatted and parsed', () => {
  expect([0, 545, 1439].map(hourText)).toEqual(['00:00', '09:05', '23:59']);
  expect(['00:00', '09:05', '23:59'].map(minuteOf)).toEqual([0, 545, 1439]);
  for (const wrong of ['', '9:05', '24:00', '12:60', 'noon']) expect(minuteOf(wrong)).toBeNull();
});
