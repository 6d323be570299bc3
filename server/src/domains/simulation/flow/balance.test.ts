import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balance } from './balance.ts';

test('gives the most urgent case to the doctor with the fewest open cases', () => {
  const loads = [
    { practitionerId: 'anna', open: 3 },
    { practitionerId: 'ben', open: 1 },
  ];
  expect(balance(['a', 'b', 'c'], loads).map(({ practitionerId }) => practitionerId)).toEqual(['ben', 'ben', 'anna']);
});

test('assigns nothing if there is no practitioner', () => expect(balance(['a'], [])).toEqual([]));

test('assigns every case, and a doctor who got a case has at most one case more than any other doctor', () => {
  const open = fc.array(fc.nat(20), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(open, fc.nat(60), (before, count) => {
      const loads = before.map((n, i) => ({ practitionerId: String(i), open: n }));
      const given = balance(
        Array.from({ length: count }, (_, i) => `case ${i}`),
        loads,
      );
      expect(given).toHaveLength(count);
      const after = loads.map(
        (load) => load.open + given.filter((g) => g.practitionerId === load.practitionerId).length,
      );
      const least = Math.min(...after);
      const got = after.filter((n, i) => n > (before[i] ?? 0));
      expect(Math.max(least, ...got) - least).toBeLessThanOrEqual(1);
    }),
  );
});
