import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { illustrations, pictureOf } from './tour/illustrations.ts';

const root = join(import.meta.dirname, '..');
const rooms = ['contract', 'deploy', 'docs', 'e2e', 'engine', 'messages', 'ops', 'server', 'tools', 'web'];
const { scripts: scriptsOfPackage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'));

// The ignored folders, which a fresh clone does not have. Without this list, a document that names such a folder would
// fail this test only in a fresh clone.
const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('/'))
  .map((line) => line.slice(1));

/** Returns whether a fresh clone has this file or folder. */
const isInClone = (path: string): boolean =>
  existsSync(join(root, path)) && !ignored.some((folder) => `${path}/`.startsWith(folder));

/** Returns the paths in backticks that begin with a folder of the project. Patterns and placeholders are left out. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path);
  return quoted.filter(
    (path) => rooms.includes(path.split('/')[0] ?? '') && path.includes('/') && /^[\w./-]+$/.test(path),
  );
}

/** Returns the targets of links that lead to files of the repository. */
function linkedPaths(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !target.includes(':')).map((target) => join(dirname(file), target));
}

test.each(documents)('every path that %s names exists', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const missing = [...namedPaths(text), ...linkedPaths(file, text)].filter((path) => !isInClone(path));
  expect(missing).toEqual([]);
});

test('the check finds a path in a document that does not exist', () => {
  expect(namedPaths('see `server/src/nowhere.ts`, `npm run x` and `<lang>/x.json`')).toEqual(['server/src/nowhere.ts']);
  expect(['server/src/nowhere.ts', 'web/build', 'web/build/server/index.js', 'web/app'].filter(isInClone)).toEqual([
    'web/app',
  ]);
});

/** Returns the commands in a text whose script or program does not exist. */
function deadCommands(text: string): string[] {
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].filter(([, name = '']) => !(name in scriptsOfPackage));
  const programs = [...text.matchAll(/node (tools\/[\w./-]+)/g)].filter(
    ([, path = '']) => !existsSync(join(root, path)),
  );
  return [...scripts, ...programs].map(([command]) => command);
}

test.each([...documents, 'deploy/flaira.service', 'deploy/Containerfile'])(
  'every command that %s names exists',
  (file) => {
    expect(deadCommands(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  },
);

test('the check finds a command in a document that does not exist', () => {
  expect(deadCommands('`npm run sheets`, `npm run nothing`, `node tools/gone.ts x`')).toEqual([
    'npm run nothing',
    'node tools/gone.ts',
  ]);
});

/**
 * Returns the rows of a document's tables (except header rows) that do not show where the project meets the
 * requirement. A row must name a path of the project, or give the reason for another solution after 'otherwise:'.
 */
function homelessRows(text: string): string[] {
  const isHead = (line: string, next = ''): boolean => line.startsWith('|--') || next.startsWith('|--');
  const lines = text.split('\n');
  const rows = lines.filter((line, at) => line.startsWith('|') && !isHead(line, lines[at + 1]));
  return rows.filter((row) => namedPaths(row).length === 0 && !/\| otherwise: .{20}/.test(row));
}

test('every row of the specification names the path where it is fulfilled, or a reason why it is not', () => {
  const text = readFileSync(join(root, 'docs/specification.md'), 'utf8');
  expect(text.match(/^\| /gm)?.length).toBeGreaterThan(700);
  expect(homelessRows(text)).toEqual([]);
  expect(homelessRows('| row | where |\n|---|---|\n| a |  |\n| b | `web/app/paths.ts` |')).toEqual(['| a |  |']);
});

test('the tour shows each of its images in both languages, and all images together stay below 3 MB', () => {
  const text = readFileSync(join(root, 'docs/tour.md'), 'utf8');
  const pictures = ['en', 'fr'].flatMap((language) => illustrations.map((one) => pictureOf(one, language)));
  expect(pictures.filter((picture) => !text.includes(`](${picture.replace('docs/', '')})`))).toEqual([]);
  const bytes = pictures.reduce((sum, picture) => sum + statSync(join(root, picture)).size, 0);
  expect(bytes).toBeLessThan(3_000_000);
});
