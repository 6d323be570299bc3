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

/**
 * The number of requirements of levels 1 and 2 in each section of OWASP ASVS 5.0.0. In every section, the requirements
 * of level 3 come last, so those of levels 1 and 2 have the numbers 1 to n.
 */
const PER_SECTION = `
  1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2, 4.1 3,
  4.2 1, 4.3 2, 4.4 4, 5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3, 6.8 4, 7.1 3,
  7.2 4, 7.3 2, 7.4 5, 7.5 2, 7.6 2, 8.1 2, 8.2 3, 8.3 1, 8.4 1, 9.1 3, 9.2 4, 10.1 2, 10.2 2, 10.3 4, 10.4 11,
  10.5 5, 10.6 2, 10.7 3, 11.1 2, 11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1, 12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5,
  13.3 2, 13.4 5, 14.1 2, 14.2 4, 14.3 3, 15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3, 17.1 1,
  17.2 4, 17.3 2`;

test('the table of ASVS has one row for each requirement of levels 1 and 2', () => {
  const due = [...PER_SECTION.matchAll(/(\d+\.\d+) (\d+)/g)].flatMap(([, section, count]) =>
    Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
  );
  expect(due).toHaveLength(253);
  expect(rows.map(({ number }) => number).toSorted()).toEqual(due.toSorted());
});

test('a fulfilled requirement names existing tests, and every other requirement has a reason', () => {
  const states = ['holds', 'not applicable', '**open**'];
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  expect(rows.filter(({ state, tests }) => state === 'holds' && tests.length === 0)).toEqual([]);
  expect(rows.filter(({ requirement, why }) => !requirement || !why)).toEqual([]);
  const absent = rows.flatMap(({ number, tests }) =>
    tests.filter((file) => !existsSync(join(root, file))).map((file) => `${number} ${file}`),
  );
  expect(absent).toEqual([]);
});

test('the counts at the top of the document match the table', () => {
  const [, all, hold, off, open] =
    /Of (\d+) requirements\s+(\d+) hold, (\d+) do not apply, and (\d+) are open/.exec(text) ?? [];
  expect([all, hold, off, open].map(Number)).toEqual([
    rows.length,
    numbersWith('holds').length,
    numbersWith('not applicable').length,
    numbersWith('**open**').length,
  ]);
});
