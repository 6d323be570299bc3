import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

const file = fc.record({ name: fc.uuid(), size: fc.integer({ min: 1, max: 1000 }) });

test('every file is in exactly one part, the order of files is kept, and the parts have similar sizes', () => {
  fc.assert(
    fc.property(fc.array(file, { minLength: 1 }), fc.integer({ min: 1, max: 6 }), (files, count) => {
      const parts = partsOf(files, count);
      const at = (name: string) => files.findIndex((one) => one.name === name);
      expect(parts.flat().toSorted((a, b) => at(a.name) - at(b.name))).toEqual(files);
      for (const part of parts)
        expect(part.map(({ name }) => at(name))).toEqual(part.map((_, n) => at(part[0]!.name) + n));
      const sizes = parts.map((part) => part.reduce((sum, { size }) => sum + size, 0));
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      const [whole, largest] = [
        files.reduce((sum, { size }) => sum + size, 0),
        Math.max(...files.map(({ size }) => size)),
      ];
      expect(sizes[0]).toBeLessThanOrEqual(whole / count + largest);
    }),
  );
});
