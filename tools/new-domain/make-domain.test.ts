import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArrows } from '../fences/arrows.ts';
import { forbiddenImport } from '../fences/forbidden-import.ts';
import { makeDomain } from './make-domain.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'flaira-domain-'));
  for (const folder of ['tools', 'messages/en', 'messages/fr', 'messages/nl'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync(join(import.meta.dirname, '../domains.json'), join(root, 'tools/domains.json'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('a new domain gets its folders, its messages in both languages, and its entry in domains.json', () => {
  const { files } = makeDomain(root, 'skin-diary');
  expect(files).toEqual([
    'contract/src/skin-diary.ts',
    'server/src/domains/skin-diary/skin-diary.table.ts',
    'server/src/domains/skin-diary/handlers.ts',
    'server/src/domains/skin-diary/events.ts',
    'server/src/domains/skin-diary/index.ts',
    'server/src/domains/skin-diary/skin-diary.test.ts',
    'messages/en/skin-diary.json',
    'messages/fr/skin-diary.json',
    'tools/domains.json',
  ]);
  for (const file of files) expect(existsSync(join(root, file))).toBe(true);
  expect(read('server/src/domains/skin-diary/handlers.ts')).toContain('export function skinDiaryRouter(');
});

test('the other lines of domains.json do not change', () => {
  const before = read('tools/domains.json');
  makeDomain(root, 'reviews');
  const after = read('tools/domains.json');
  expect(after.replace(',\n    "reviews": ["identity"]', '')).toBe(before);
  expect(readArrows(join(root, 'tools/domains.json')).server_domains.reviews).toEqual(['identity']);
});

test('no file of a new domain breaks a rule of imports', () => {
  const { files } = makeDomain(root, 'reviews');
  const arrows = readArrows(join(root, 'tools/domains.json'));
  const imports = files.flatMap((file) =>
    [...read(file).matchAll(/from '([^']+)'/g)].map(([, specifier]) => ({ file, specifier: specifier! })),
  );
  expect(imports.length).toBeGreaterThan(5);
  for (const { file, specifier } of imports)
    expect(forbiddenImport(arrows, root, join(root, file), specifier)).toBeUndefined();
});

test('a bad name, an existing domain or an existing file changes nothing', () => {
  const before = read('tools/domains.json');
  expect(() => makeDomain(root, 'Reviews')).toThrow('kebab-case');
  expect(() => makeDomain(root, '')).toThrow('kebab-case');
  expect(() => makeDomain(root, 'intake')).toThrow('There is a domain intake already.');
  writeFileSync(join(root, 'messages/fr/reviews.json'), '{}');
  expect(() => makeDomain(root, 'reviews')).toThrow('messages/fr/reviews.json is there already');
  expect(read('tools/domains.json')).toBe(before);
  expect(existsSync(join(root, 'contract'))).toBe(false);
});
