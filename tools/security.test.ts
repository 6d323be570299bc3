import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Row {
  readonly number: number;
  readonly files: readonly string[];
  readonly remark: string;
}

/**
 * Reads the table of docs/security.md. Each row has a number, the files that prove the statement, and the limits of the
 * tests.
 */
function readTable(text: string): Row[] {
  const rows = [...text.matchAll(/^\| (\d+) \|[^|]*\|([^|]*)\|([^|]*)\|$/gm)];
  return rows.map(([, number, files = '', remark = '']) => ({
    number: Number(number),
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    remark: remark.trim(),
  }));
}

/** Returns an entry such as `6 server/x.test.ts` for each file with a test title that begins with `trust 6:`. */
function namedTests(): Set<string> {
  const files = globSync(['{contract,engine,server,tools}/**/*.test.ts', 'web/app/**/*.test.ts', 'e2e/*.e2e.ts'], {
    cwd: root,
  });
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\(\s*['"`]trust (\d+): /g)].map(([, number]) => `${number} ${file}`),
  );
  return new Set(named);
}

test('every security statement has one row, with a test or the reason why there is none', () => {
  const rows = readTable(read('docs/security.md'));
  const numbers = rows.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  expect(numbers.slice(0, 28)).toEqual(Array.from({ length: 28 }, (_, i) => i + 1));
  const silent = rows.filter(({ files, remark }) => files.length === 0 && remark.length < 20);
  expect(silent).toEqual([]);
});

test('the table of security statements agrees with the titles of the tests', () => {
  const told = readTable(read('docs/security.md')).flatMap(({ number, files }) =>
    files.map((file) => `${number} ${file}`),
  );
  expect([...namedTests()].sort()).toEqual(told.sort());
});

const words = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*|--.*/g, '');
const sourcesIn = (...patterns: string[]): string[] => globSync(patterns, { cwd: root });

test('trust 8: no column stores a face template, and only a doctor’s corrections contain face points', () => {
  const columns = [...read('server/generated/schema.sql').matchAll(/^ {2}"?(\w+)"? \w/gm)].map(([, name = '']) => name);
  expect(columns).toContain('pose');
  const told = /^(landmarks?|embeddings?|descriptors?|templates?|biometrics?|faceprints?|mesh)$/;
  expect(columns.flatMap(words).filter((word) => told.test(word))).toEqual([]);
  const takers = sourcesIn('contract/src/**/*.ts').filter((file) =>
    words(withoutComments(read(file))).some((word) => told.test(word)),
  );
  expect(takers).toEqual(['contract/src/markings.ts']);
});

test('trust 9: no name in the engine, contract or database refers to emotion, ethnic origin or attractiveness', () => {
  const told =
    /^(emotions?|emotional|moods?|ethnic|ethnicity|races?|racial|attractive|attractiveness|happiness|sadness)$/;
  const sources = sourcesIn('engine/src/**/*.ts', 'contract/src/**/*.ts', 'server/migrations/*.sql');
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((file) => {
    return words(withoutComments(read(file))).flatMap((word) => (told.test(word) ? [`${file}: ${word}`] : []));
  });
  expect(found).toEqual([]);
});
