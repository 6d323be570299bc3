import { expect, test } from 'vitest';
import { timeLeft } from './countdown.ts';

const from = '2026-11-20T17:00:00Z';
const until = '2026-11-22T17:00:00Z';
const at = (moment: string) => timeLeft(from, until, Date.parse(moment));

test('hours and minutes, never days', () => {
  expect(at('2026-11-20T17:00:00Z')).toEqual({ hours: 48, minutes: 0, isOver: false, share: 100 });
  expect(at('2026-11-21T09:48:00Z')).toEqual({ hours: 31, minutes: 12, isOver: false, share: 65 });
});

test('the last minute reads one minute, and then it is over', () => {
  expect(at('2026-11-22T16:59:59Z')).toMatchObject({ hours: 0, minutes: 1, isOver: false });
  expect(at('2026-11-22T17:00:00Z')).toEqual({ hours: 0, minutes: 0, isOver: true, share: 0 });
  expect(at('2026-11-25T17:00:00Z')).toEqual({ hours: 0, minutes: 0, isOver: true, share: 0 });
});
