import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/security-asvs.md'), 'utf8');

const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(
  ([, number = '', requirement = '', state = '', why = '']) => ({
    number,
    requirement: requirement.trim(),
    state: state.trim(),
    why: why.trim(),
    tests: [...why.matchAll(/`([^`]+\.(?:test|e2e)\.tsx?)`/g)].map(([, file = '']) => file),
  }),
);
const numbersWith = (state: string): string[] => rows.filter((row) => row.state === state).map(({ number }) => number);

/** Requirements of levels 1 and 2 in each chapter of version 5.0. */
const PER_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('the table of ASVS has one row for each requirement of levels 1 and 2', () => {
  const chapters = PER_CHAPTER.map(
    (_, index) => rows.filter(({ number }) => number.startsWith(`${index + 1}.`)).length,
  );
  expect(chapters).toEqual(PER_CHAPTER);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
});

test('what holds names tests that exist; everything else says why', () => {
  const states = ['holds', 'not applicable', '**open**'];
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  expect(rows.filter(({ state, tests }) => state === 'holds' && tests.length === 0)).toEqual([]);
  expect(rows.filter(({ requirement, why }) => !requirement || !why)).toEqual([]);
  const absent = rows.flatMap(({ number, tests }) =>
    tests.filter((file) => !existsSync(join(root, file))).map((file) => `${number} ${file}`),
  );
  expect(absent).toEqual([]);
});

test('the counts at its top are those of the table', () => {
  const [, all, hold, off, open] =
    /Of (\d+) requirements\s+(\d+) hold, (\d+) do not apply, and (\d+) are open/.exec(text) ?? [];
  expect([all, hold, off, open].map(Number)).toEqual([
    rows.length,
    numbersWith('holds').length,
    numbersWith('not applicable').length,
    numbersWith('**open**').length,
  ]);
});
