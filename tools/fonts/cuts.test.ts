import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogues } from '../checks/messages.ts';
import { root } from '../run/project.ts';
import { cuts, english, french, rangesOf } from './cuts.ts';

const styles = join(root, 'web/app/ui/styles');

/** Returns a function that checks whether a browser would load a font of this CSS file for a letter. */
function isIn(file: string): (letter: string) => boolean {
  const css = readFileSync(join(styles, file), 'utf8');
  const ranges = [...css.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(([, first = '', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ]);
  return (letter) => {
    const point = letter.codePointAt(0) ?? 0;
    return ranges.some(([first = 0, last = 0]) => first <= point && point <= last);
  };
}

test('ranges of letters are written in the notation of CSS', () => {
  expect(rangesOf('cab€')).toEqual(['U+0061-0063', 'U+20AC']);
});

test('no English or French sentence of the product makes a browser load a whole font', () => {
  const isWhole = isIn('fonts.css');
  const isSmall = isIn('small-fonts/faces.css');
  const catalogues = readCatalogues(join(root, 'messages'));
  const sentences = ['en', 'fr'].flatMap((language) =>
    [...(catalogues.get(language)?.values() ?? [])].flatMap((domain) => [...domain.values()]),
  );
  expect(sentences.length).toBeGreaterThan(1000);
  const letters = new Set(sentences.join('').replaceAll('\n', ''));
  expect([...letters].filter((letter) => isWhole(letter) && !isSmall(letter))).toEqual([]);
});

test('the CSS rules name exactly the letters of the font subsets', () => {
  const css = readFileSync(join(styles, 'small-fonts/faces.css'), 'utf8').replace(/\s+/g, ' ');
  for (const { name, letters } of cuts) expect(css.split(`${name}.woff2`)[1]).toContain(rangesOf(letters).join(', '));
  expect(english).not.toMatch(/[éœ«]/);
  expect(french).toMatch(/é.*œ/);
});
