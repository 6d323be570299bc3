import { expect, test } from 'vitest';
import { timeLeft } from './countdown.ts';

const from = '2026-11-20T17:00:00Z';
const until = '2026-11-22T17:00:00Z';
const at = (moment: string) => timeLeft(from, until, Date.parse(moment));

test('the countdown shows the share of the offer’s time that is left', () => {
  expect(at('2026-11-20T17:00:00Z')).toEqual({ isOver: false, share: 100 });
  expect(at('2026-11-21T09:48:00Z')).toEqual({ isOver: false, share: 65 });
});

test('the offer is open until its last second, and over after its end', () => {
  expect(at('2026-11-22T16:59:59Z')).toMatchObject({ isOver: false });
  expect(at('2026-11-22T17:00:00Z')).toEqual({ isOver: true, share: 0 });
  expect(at('2026-11-25T17:00:00Z')).toEqual({ isOver: true, share: 0 });
});
