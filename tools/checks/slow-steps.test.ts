import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, rotated, runParts } from './slow-steps.ts';

const file = fc.record({ name: fc.uuid(), size: fc.integer({ min: 1, max: 1000 }) });

test('files are divided into parts of similar size, in their order, and each file is in exactly one part', () => {
  fc.assert(
    fc.property(fc.array(file, { minLength: 1 }), fc.integer({ min: 1, max: 6 }), (files, count) => {
      const parts = partsOf(files, count);
      expect(parts.flat()).toEqual(files);
      const sizes = parts.map((part) => part.reduce((sum, { size }) => sum + size, 0));
      const [whole, largest] = [
        files.reduce((sum, { size }) => sum + size, 0),
        Math.max(...files.map(({ size }) => size)),
      ];
      expect(Math.max(...sizes)).toBeLessThanOrEqual(whole / count + largest);
    }),
  );
});

test.each([1, 2])(
  'at most %i parts run at a time, and the parts that have not begun in time are returned',
  async (atATime) => {
    const begun: string[] = [];
    const running: number[] = [];
    let now = 0;
    const run = async (part: string) => {
      begun.push(part);
      now += 1;
      running.push(now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now -= 1;
    };
    const parts = ['a', 'b', 'c', 'd', 'e'];
    expect(await runParts(parts, { atATime, hasTime: () => begun.length < 3, run })).toEqual(['d', 'e']);
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(Math.max(...running)).toBe(atATime);
    expect(await runParts(parts, { atATime, hasTime: () => true, run })).toEqual([]);
  },
);

test('the order of the parts rotates by one each day, so that each comes first once', () => {
  const days = [0, 1, 2].map((day) => rotated(['a', 'b', 'c'], day).join(''));
  expect(days).toEqual(['abc', 'bca', 'cab']);
  expect(rotated(['a', 'b', 'c'], 20_422)).toEqual(['b', 'c', 'a']);
});
