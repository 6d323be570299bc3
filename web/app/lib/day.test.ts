import { expect, test } from 'vitest';
import { dayIn } from './day.ts';

test('one instant is on different days in different zones', () => {
  const at = '2026-12-03T23:30:00Z';
  expect(dayIn('Europe/Paris', at)).toBe('2026-12-04');
  expect(dayIn('America/Toronto', at)).toBe('2026-12-03');
});
