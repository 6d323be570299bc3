import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Row {
  readonly situation: string;
  readonly tests: readonly string[];
}

/** Situations that no screen shows. Unit tests reproduce them, not browser tests. */
const unseen = ['unknown route: the path is logged', '502, 503, 504 are retried'];

/**
 * Returns the rows of the first error catalogue in a document. Each row has a situation and the tests that reproduce
 * it.
 */
function catalogueOf(document: string): Row[] {
  const [, section = ''] = document.split(/^## 8\. Error catalogue$/m);
  const lines = (section.split(/^##? /m)[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => {
    const [, situation = '', , playedBy = ''] = line.split('|').map((cell) => cell.trim());
    return { situation, tests: [...playedBy.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) };
  });
}

/**
 * Returns the faults of a row. A row is faulty if it has no test of the right kind, or quotes a sentence that none of
 * its tests contains.
 */
function faultsOf({ situation, tests }: Row): string[] {
  const kind = unseen.includes(situation) ? /\.test\.ts$/ : /^e2e\/.*\.e2e\.ts$/;
  const there = tests.filter((path) => kind.test(path) && existsSync(join(root, path)));
  if (there.length === 0) return [`${situation}: no test`];
  const played = there.map(read).join('\n');
  const quoted = [...situation.matchAll(/'([^']+)'/g)].map(([, sentence = '']) => sentence);
  return quoted.filter((sentence) => !played.includes(sentence)).map((sentence) => `${sentence}: in no test`);
}

test('every message of the error catalogue is expected by a browser test', () => {
  const rows = catalogueOf(read('docs/specification.md'));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test('the check finds a row without a test, and a sentence that no test expects', () => {
  const table = (row: string) =>
    `## 8. Error catalogue\n\n| row | where | played by |\n|---|---|---|\n${row}\n\n## 9. Limits`;
  const found = (row: string) => catalogueOf(table(row)).flatMap(faultsOf);
  expect(found("| 'Never said.' | `messages/en/ui.json` | |")).toEqual(["'Never said.': no test"]);
  expect(found("| 'Never said.' | `messages/en/ui.json` | `e2e/messages.e2e.ts` |")).toEqual([
    'Never said.: in no test',
  ]);
});
