import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { illustrations, pictureOf } from './tour/illustrations.ts';

const root = join(import.meta.dirname, '..');
const rooms = ['contract', 'docs', 'e2e', 'engine', 'messages', 'server', 'tools', 'web'];
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'));

/** Paths in backticks that begin with a room of the house, without patterns and placeholders. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path);
  return quoted.filter(
    (path) => rooms.includes(path.split('/')[0] ?? '') && path.includes('/') && /^[\w./-]+$/.test(path),
  );
}

/** Targets of links that stay inside the repository. */
function linkedPaths(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !target.includes(':')).map((target) => join(dirname(file), target));
}

test.each(documents)('every path that %s names exists', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const missing = [...namedPaths(text), ...linkedPaths(file, text)].filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test('a path that does not exist would be found', () => {
  expect(namedPaths('see `server/src/nowhere.ts`, `npm run x` and `<lang>/x.json`')).toEqual(['server/src/nowhere.ts']);
});

test('the tour shows each of its pictures in both languages, and they are light', () => {
  const text = readFileSync(join(root, 'docs/tour.md'), 'utf8');
  const pictures = ['en', 'fr'].flatMap((language) => illustrations.map((one) => pictureOf(one, language)));
  expect(pictures.filter((picture) => !text.includes(`](${picture.replace('docs/', '')})`))).toEqual([]);
  const bytes = pictures.reduce((sum, picture) => sum + statSync(join(root, picture)).size, 0);
  expect(bytes).toBeLessThan(3_000_000);
});
