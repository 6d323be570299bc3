import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import stylelint from 'stylelint';
import { expect, test } from 'vitest';
import { root } from './run/project.ts';

const app = join(root, 'web/app');
const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

/** Returns the classes that a style sheet defines. */
function definedIn(css: string): Set<string> {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g);
  const own = [...selectors].map(([, selector = '']) => selector.replaceAll(/:global\([^)]*\)/g, ''));
  return new Set(own.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name = '']) => name)));
}

/** Returns the classes that the code takes from each style sheet, by the path of the sheet. */
function usedIn(file: string, code: string): [sheet: string, classes: string[]][] {
  return [...code.matchAll(IMPORT)].map(([, name = '', path = '']) => {
    const sheet = path.startsWith('#web/') ? join(app, path.slice('#web/'.length)) : join(dirname(file), path);
    const body = code.replaceAll(/^import [^;]*;/gm, '');
    return [sheet, [...body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used)];
  });
}

/** This sheet's classes are chosen by a computed name. */
const COMPUTED = 'features/home/approach.module.css';

test('the style sheet of a page defines exactly the classes that the page uses', () => {
  const used = new Map<string, Set<string>>();
  for (const name of globSync('**/*.{ts,tsx}', { cwd: app })) {
    const file = join(app, name);
    for (const [sheet, classes] of usedIn(file, readFileSync(file, 'utf8')))
      used.set(sheet, new Set([...(used.get(sheet) ?? []), ...classes]));
  }
  expect(used.size).toBeGreaterThan(100);
  const faults = [...used].flatMap(([sheet, classes]) => {
    const name = relative(app, sheet);
    if (name === COMPUTED) return [];
    const defined = definedIn(readFileSync(sheet, 'utf8'));
    return [
      ...[...defined.difference(classes)].map((one) => `${name}: nothing uses .${one}`),
      ...[...classes.difference(defined)].map((one) => `${name}: .${one} is not defined`),
    ];
  });
  expect(faults).toEqual([]);
});

test('stylelint refuses raw distances, font sizes and radii, also inside functions, but no sizes of boxes', async () => {
  const code = [
    '.a {',
    '  padding: calc(16px + 1em);',
    '  gap: 3px;',
    '  margin-block-start: -1rem;',
    '  font: 400 13px / 1 serif;',
    '  border-radius: 4px;',
    '  inline-size: 16px;',
    '}',
  ].join('\n');
  const { results } = await stylelint.lint({ code, configFile: join(root, '.stylelintrc.json') });
  expect(results[0]?.warnings.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
});
