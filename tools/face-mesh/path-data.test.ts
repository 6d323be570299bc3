import { expect, test } from 'vitest';
import { compactPath, dots } from './path-data.ts';

test('a path is written with whole numbers and relative commands', () => {
  expect(compactPath('M600 814.1L600 826.5M475.5 565.6L504.3 556.5L477.4 589.2')).toBe(
    'm600 814l0 13m-124-261l28-9-27 32',
  );
});

test('rounding errors do not accumulate along a path', () => {
  const steps = Array.from({ length: 100 }, (_, nth) => `L${(nth * 0.4).toFixed(1)} 0`).join('');
  const numbers = compactPath(`M0 0${steps}`).replace('m0 0', '').match(/-?\d+/g) ?? [];
  expect(numbers.filter((_, at) => at % 2 === 0).reduce((sum, step) => sum + Number(step), 0)).toBe(40);
});

test('each point of a path is a move followed by a line without length', () => {
  expect(dots('M1.5 2h0M3 4h0')).toEqual([
    { x: 1.5, y: 2 },
    { x: 3, y: 4 },
  ]);
});
