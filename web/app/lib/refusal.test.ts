import { expect, test } from 'vitest';
import { isUnknownZone } from './refusal.ts';

test.each([
  [{ fields: { timezone: ['unknown'] } }, true],
  [{ fields: { zone: ['invalid'] } }, true],
  [{ fields: { 'quiet.zone': ['invalid'] } }, true],
  [{ fields: { time_zone: ['custom'], name: ['too_small'] } }, true],
  // The zone is known, but it is not that of the place.
  [{ fields: { timezone: ['differs'] } }, false],
  [{ fields: { last_day: ['past'] } }, false],
  [{ left_cents: 5 }, false],
  [{}, false],
])('%j says that the time zone is unknown: %s', (data, expected) => expect(isUnknownZone(data)).toBe(expected));
