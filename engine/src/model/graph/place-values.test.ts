import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planMemory } from './place-values.ts';

const need = fc
  .record({ size: fc.integer({ min: 1, max: 5000 }), first: fc.nat(60), life: fc.nat(12) })
  .map(({ size, first, life }) => ({ size, first, last: first + life }));

test('pieces of memory that are needed at the same step never overlap, and each has a margin after its end', () => {
  fc.assert(
    fc.property(fc.array(need, { maxLength: 40 }), (needs) => {
      const { at, size } = planMemory(needs);
      needs.forEach((one, i) => {
        expect(at[i]! + one.size + 16).toBeLessThanOrEqual(size);
        expect(at[i]! % 16).toBe(0);
        needs.slice(0, i).forEach((other, j) => {
          if (one.first > other.last || other.first > one.last) return;
          const apart = at[i]! >= at[j]! + other.size + 16 || at[j]! >= at[i]! + one.size + 16;
          expect(apart, `${i} and ${j}`).toBe(true);
        });
      });
    }),
  );
});

test('a chain of 50 steps with results of one size needs no more memory than two steps', () => {
  const chain = Array.from({ length: 50 }, (_, step) => ({ size: 1000, first: step, last: step + 1 }));

  expect(planMemory(chain).size).toBe(planMemory(chain.slice(0, 2)).size);
});
