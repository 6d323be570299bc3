import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../run/project.ts';
import { apply, findMutants } from './find-mutants.ts';
import { guarded } from './table.ts';

const faultsIn = (code: string, file = 'a.ts') => findMutants(file, code).map((mutant) => apply(code, mutant));

test.each([
  ['a < b;', ['a <= b;', 'a >= b;']],
  ['x = a === b;', ['x = a !== b;']],
  ['x = a && !b;', ['x = a || !b;', 'x = a && b;']],
  ['x = Math.max(a, b);', ['x = Math.min(a, b);']],
  ['x = a * 1.4;', ['x = a / 1.4;', 'x = a * 1.19;']],
  ['x = 30;', ['x = 33;']],
  ['x = true;', ['x = false;']],
  ['x = a ? b : c;', ['x = (b);', 'x = (c);']],
  ['const x = [a, b];', ['const x = [b];', 'const x = [a];']],
  ['const x = [7];', ['const x = [];']],
  ['x = a ?? b;', ['x = a;']],
])('the expected faults are found in %s', (code, expected) => {
  // If the mutated code is a whole statement, another mutant removes the statement. This test ignores that mutant.
  expect(
    faultsIn(code)
      .filter((fault) => fault !== ';')
      .sort(),
  ).toEqual([...expected].sort());
});

test('mutants leave out a guard, and leave out a step', () => {
  expect(faultsIn('function f() { if (!a) throw b; }')).toContain('function f() { ; }');
  expect(faultsIn('async function f() { await check(a); }')).toContain('async function f() { ; }');
});

test('mutants leave out and reverse conditions of a query', () => {
  expect(faultsIn("q = tx.where('a', '<=', b);")).toEqual(
    expect.arrayContaining(['q = tx;', "q = tx.where('a', '<', b);", "q = tx.where('a', '>', b);"]),
  );
  expect(faultsIn('q = sql`select where a is null and b`;')).toEqual(
    expect.arrayContaining(['q = sql`select where a is not null and b`;', 'q = sql`select where a is null or b`;']),
  );
});

test('mutants leave types, imports and logs unchanged', () => {
  expect(faultsIn("import a from '1';\ntype B = 1 | true;\nlet c: 1 | 2;")).toEqual([]);
  expect(faultsIn("ctx.log.info('said');")).toEqual([]);
});

test('mutants change numbers, words and lists in data files too', () => {
  expect(faultsIn('{"level":"absolute","groups":["toxin","light"],"weeks":2}', 'a.json')).toEqual([
    '{"level":"relative","groups":["toxin","light"],"weeks":2}',
    '{"level":"absolute","groups":["light"],"weeks":2}',
    '{"level":"absolute","groups":["toxin"],"weeks":2}',
    '{"level":"absolute","groups":["toxin","light"],"weeks":3}',
  ]);
});

test('every guarded file and its tests exist', () => {
  const named = Object.entries(guarded).flat(2);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
