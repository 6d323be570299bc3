import { expect, test } from 'vitest';
import { snoozeTime, typedTime } from './snooze-times.ts';

// A Friday, in the time zone of this machine.
const now = new Date(2026, 10, 27, 16, 20, 30).getTime();

test('“an hour” means 60 minutes, and “tomorrow” and “a week” mean 9:00 on that day', () => {
  expect(snoozeTime('hour', now)).toEqual(new Date(2026, 10, 27, 17, 20, 30));
  expect(snoozeTime('tomorrow', now)).toEqual(new Date(2026, 10, 28, 9));
  expect(snoozeTime('week', now)).toEqual(new Date(2026, 11, 4, 9));
  expect(snoozeTime('date', now)).toBeNull();
});

test('a typed moment must be in the future and within the limit of days', () => {
  expect(typedTime('2026-11-27T16:21', now, 60)).toEqual(new Date(2026, 10, 27, 16, 21));
  expect(typedTime('2026-11-27T16:20', now, 60)).toBeNull();
  expect(typedTime('2027-01-26T16:20', now, 60)).toEqual(new Date(2027, 0, 26, 16, 20));
  expect(typedTime('2027-01-26T16:21', now, 60)).toBeNull();
  expect(typedTime('', now, 60)).toBeNull();
});
