import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ReadingLanguage } from '#contract/languages.ts';

const { resolve } = createRequire(import.meta.url);

export type Style = 'text' | 'strong' | 'display';

interface Face {
  readonly name: string;
  /**
   * Characters for which this font is used. The file of the font is opened only if a text has one of these characters.
   */
  readonly of: RegExp;
  readonly file: string;
}

const LATIN = /[\p{scx=Latn}\p{scx=Zyyy}\p{scx=Zinh}]/u;
const HANGUL = /\p{scx=Hang}/u;
/** Ideographs, kana, and the punctuation and wide forms that are used with them. */
const HAN = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\u3000-\u303f\uff00-\uffef]/u;

// The file is WOFF and not WOFF2, because the subsetter cannot read the transformed outlines of WOFF2.
const house = (family: 'inter' | 'fraunces', part: string, of: RegExp, weight: number): Face => ({
  name: `${family}-${part}-${weight}`,
  of,
  file: resolve(`@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff`),
});
const noto = (script: string, of: RegExp, weight: number): Face => ({
  name: `${script}-${weight}`,
  of,
  file: resolve(`@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`),
});
const regions = { jp: 'JP', sc: 'Hans', kr: 'KR' } as const;
const eastAsian = (region: keyof typeof regions, of: RegExp, weight: number): Face => ({
  name: `${region}-${weight}`,
  of,
  // The package exports only its entry file, so the path of the font is relative to that file.
  file: join(
    dirname(resolve(`@embedpdf/fonts-${region}`)),
    `../fonts/NotoSans${regions[region]}-${weight === 400 ? 'Regular' : 'Bold'}.otf`,
  ),
});

const familiesOf = (weight: number) => ({
  letters: [
    house('inter', 'latin', LATIN, weight),
    house('inter', 'latin-ext', LATIN, weight),
    house('inter', 'vietnamese', LATIN, weight),
    house('inter', 'cyrillic', /\p{scx=Cyrl}/u, weight),
    house('inter', 'cyrillic-ext', /\p{scx=Cyrl}/u, weight),
    house('inter', 'greek', /\p{scx=Grek}/u, weight),
    house('inter', 'greek-ext', /\p{scx=Grek}/u, weight),
    noto('arabic', /\p{scx=Arab}/u, weight),
    noto('hebrew', /\p{scx=Hebr}/u, weight),
    noto('armenian', /\p{scx=Armn}/u, weight),
    noto('georgian', /\p{scx=Geor}/u, weight),
    noto('devanagari', /\p{scx=Deva}/u, weight),
    noto('bengali', /\p{scx=Beng}/u, weight),
    noto('tamil', /\p{scx=Taml}/u, weight),
    noto('thai', /\p{scx=Thai}/u, weight),
    eastAsian('kr', HANGUL, weight),
  ],
  jp: eastAsian('jp', HAN, weight),
  kr: eastAsian('kr', HAN, weight),
  sc: eastAsian('sc', HAN, weight),
});

const families = { text: familiesOf(400), strong: familiesOf(600) };
const fraunces = ['latin', 'latin-ext', 'vietnamese'].map((part) => house('fraunces', part, LATIN, 400));

/** Returns the fonts for a text, in the order in which they are tried. */
export function facesFor(text: string, style: Style, language: ReadingLanguage): readonly Face[] {
  const { letters, jp, kr, sc } = families[style === 'strong' ? 'strong' : 'text'];
  return [...(style === 'display' ? fraunces : []), ...letters, ...ideographs(text, language, { jp, kr, sc })];
}

/**
 * Returns the fonts for ideographs. A character may look different in China, Japan and Korea. Kana and hangul in the
 * text show its language. Otherwise the reader's language decides.
 */
function ideographs(
  text: string,
  language: ReadingLanguage,
  { jp, kr, sc }: Record<keyof typeof regions, Face>,
): Face[] {
  if (/[\p{Script=Hira}\p{Script=Kana}]/u.test(text)) return [jp, sc];
  if (/\p{Script=Hang}/u.test(text)) return [kr, sc, jp];
  return language === 'ja' ? [jp, sc] : [sc, jp];
}
