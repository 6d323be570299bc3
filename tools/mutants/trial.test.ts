import { expect, test } from 'vitest';
import { copyOf, forget, partsOf, switchCode, trialCode, UNCHANGED } from './trial.ts';

test.each([
  ['/a/pay.ts', 3, '/a/pay.mutant-3.ts', false],
  ['/a/pay.test.ts', 12, '/a/pay.mutant-12.test.ts', true],
  ['/a/pay.test.ts', UNCHANGED, '/a/pay.mutant-none.test.ts', true],
])('the copy of %s for mutant %i is %s', (original, mutant, copy, isTest) => {
  expect(copyOf(original, mutant)).toBe(copy);
  expect(partsOf(copy)).toEqual({ original, isTest, mutant });
  expect(partsOf(original)).toBeNull();
});

test('the replacement module exports every value of the file, and no type', () => {
  const code =
    'export const a = 1; export function b() {}\nexport class C {}\nexport interface D {}\nexport { x as y };\nexport default 1;\nconst x = 1;';
  expect(switchCode('a.ts', code).split('\n').slice(1)).toEqual([
    'export const a = copy.a;',
    'export const b = copy.b;',
    'export const C = copy.C;',
    'export const y = copy.y;',
    'export default copy.default;',
  ]);
});

test('no further test runs for a killed mutant', () => {
  expect(trialCode('theTest();', false)).toContain('theTest();');
  expect(trialCode('theTest();', true)).not.toContain('theTest();');
});

test('the file and all its importers are loaded again, even if they import each other, and other modules stay loaded', () => {
  const module = (...importers: string[]) => ({
    importers: new Set(importers),
    promise: 1,
    exports: 1,
    evaluated: true,
  });
  const modules = {
    below: module('mutated', 'other'),
    mutated: module('importer'),
    importer: module('test', 'mutated'),
    test: module(),
    other: module(),
  };
  forget(
    {
      getModuleById: (id) => modules[id as keyof typeof modules],
      getModulesByFile: (file) => new Set([modules[file as keyof typeof modules]]),
    },
    'mutated',
  );
  const kept = Object.entries(modules).filter(([, { evaluated }]) => evaluated);
  expect(kept.map(([name]) => name)).toEqual(['below', 'other']);
  expect([modules.importer.promise, modules.importer.exports]).toEqual([undefined, undefined]);
});
