import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run/project.ts';

/**
 * CSS properties that must take their lengths from a scale, each with the prefix of the scale's tokens in tokens.css.
 */
const SCALES = [
  {
    prefix: '--s-',
    property:
      /^\s*(?:(?:row-|column-)?gap|(?:padding|margin)(?:-(?:block|inline)(?:-(?:start|end))?|-(?:top|right|bottom|left))?|scroll-(?:margin|padding)[a-z-]*)\s*:\s*([^;]+)/,
    tokens: 13,
  },
  { prefix: '--t-', property: /^\s*font-size\s*:\s*([^;]+)/, tokens: 7 },
  { prefix: '--r-', property: /^\s*border(?:-[a-z-]+)?-radius\s*:\s*([^;]+)/, tokens: 9 },
] as const;

/** Returns the tokens of one scale by their length, such as `--s-2` for `16px`. */
function tokensOf(prefix: string): Map<string, string> {
  const css = readFileSync(join(root, 'web/app/ui/styles/tokens.css'), 'utf8');
  const tokens = css.matchAll(new RegExp(`^ {2}(${prefix}[a-z0-9]+): ([\\d.]+(?:px|rem));`, 'gm'));
  return new Map([...tokens].map(([, token = '', length = '']) => [length, token]));
}

const scales = SCALES.map((scale) => ({ ...scale, named: tokensOf(scale.prefix) }));

/** Returns the values outside of functions. Inside `calc()` a raw length may be necessary. */
const bareWords = (value: string): string[] => value.replaceAll(/\w*\([^()]*\)/g, '').split(/\s+/);

const rawLengths = (css: string): string[] =>
  css.split('\n').flatMap((line) =>
    scales.flatMap(({ property, named }) =>
      bareWords(property.exec(line)?.[1] ?? '')
        .filter((word) => named.has(word))
        .map((word) => `${line.trim()} → ${named.get(word)}`),
    ),
  );

test('style sheets use the token of every distance, font size and radius that has one', () => {
  expect(scales.map(({ named }) => named.size)).toEqual(scales.map(({ tokens }) => tokens));
  const files = globSync('web/app/**/*.css', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    rawLengths(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test('the check finds a raw length that has a token, and ignores one that has none', () => {
  const css =
    '  padding: var(--s-1) 16px;\n  margin: 20px calc(16px + 1em);\n  font-size: 0.75rem;\n  border-radius: 4px 14px;\n  inline-size: 16px;';
  expect(rawLengths(css)).toEqual([
    'padding: var(--s-1) 16px; → --s-2',
    'font-size: 0.75rem; → --t-fine',
    'border-radius: 4px 14px; → --r-box',
  ]);
});
