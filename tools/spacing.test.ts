import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run/project.ts';

const DISTANCES =
  /^\s*(?:(?:row-|column-)?gap|(?:padding|margin)(?:-(?:block|inline)(?:-(?:start|end))?|-(?:top|right|bottom|left))?|scroll-(?:margin|padding)[a-z-]*)\s*:\s*([^;]+)/;

/** Spacing tokens by their length: `16px` → `--s-2`. */
function spacingTokens(): Map<string, string> {
  const css = readFileSync(join(root, 'web/app/ui/styles/tokens.css'), 'utf8');
  return new Map([...css.matchAll(/(--s-\d+): (\d+px);/g)].map(([, token = '', length = '']) => [length, token]));
}

/** Lengths outside functions. Inside, `calc()` may need the raw number. */
const bareWords = (value: string): string[] => value.replaceAll(/\w*\([^()]*\)/g, '').split(/\s+/);

const rawLengths = (css: string, tokens: ReadonlyMap<string, string>): string[] =>
  css.split('\n').flatMap((line) =>
    bareWords(DISTANCES.exec(line)?.[1] ?? '')
      .filter((word) => tokens.has(word))
      .map((word) => `${line.trim()} → ${tokens.get(word)}`),
  );

test('style sheets use spacing tokens for distances on the scale', () => {
  const tokens = spacingTokens();
  expect(tokens.size).toBe(13);
  const files = globSync('web/app/**/*.css', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    rawLengths(readFileSync(join(root, file), 'utf8'), tokens).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test('the check finds a raw length beside a token and ignores a length that has no token', () => {
  const tokens = spacingTokens();
  expect(
    rawLengths('  padding: var(--s-1) 16px;\n  margin: 20px calc(16px + 1em);\n  border-radius: 8px;', tokens),
  ).toEqual(['padding: var(--s-1) 16px; → --s-2']);
});
