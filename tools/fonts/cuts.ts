/** A subset of a font family for a first visit: letters, ranges of each axis, layout features. */
export interface Cut {
  readonly name: string;
  readonly family: string;
  readonly style: 'normal' | 'italic';
  /** The path inside node_modules/@fontsource-variable. */
  readonly source: string;
  readonly letters: string;
  readonly axes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  readonly features: readonly string[];
}

const from = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');

/**
 * Printable ASCII, and the typographic characters of English: quotes, dashes, an ellipsis, signs, the euro, and
 * no-break spaces.
 */
export const english = `${from(0x20, 0x7e)}\u00a0°±·×‘’“”–—…\u202f€−`;
/**
 * Characters that occur in members' titles and in addresses of communities, but not in our own titles. They are in a
 * separate file.
 */
const signs = '#$*<=>@[\\]^_`{|}~';
const titles = [...english].filter((letter) => !signs.includes(letter)).join('');
/** Additional letters of French. */
export const french = 'ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜŸàâäæçèéêëîïôöùûüÿŒœ«»';
/** Letters of the italic words of the landing pages (you, your, vous, votre), and the question mark after them. */
const emphasised = 'yourvste?';

const serif = {
  family: 'Fraunces Variable',
  axes: { wght: { min: 320, max: 500 }, opsz: { min: 12, max: 72 } },
  features: ['kern', 'liga', 'ccmp', 'mark', 'tnum', 'lnum'],
} as const;
const sans = {
  family: 'Inter Variable',
  axes: { wght: { min: 400, max: 600 } },
  features: ['kern', 'ccmp', 'mark', 'tnum', 'lnum'],
} as const;
const upright = 'fraunces/files/fraunces-latin-opsz-normal.woff2';
const slanted = 'fraunces/files/fraunces-latin-opsz-italic.woff2';
const grotesque = 'inter/files/inter-latin-wght-normal.woff2';

export const cuts: readonly Cut[] = [
  { ...serif, name: 'fraunces-english', style: 'normal', source: upright, letters: titles },
  { ...serif, name: 'fraunces-signs', style: 'normal', source: upright, letters: signs },
  { ...serif, name: 'fraunces-french', style: 'normal', source: upright, letters: french },
  { ...serif, name: 'fraunces-words-italic', style: 'italic', source: slanted, letters: emphasised },
  { ...sans, name: 'inter-english', style: 'normal', source: grotesque, letters: english },
  { ...sans, name: 'inter-french', style: 'normal', source: grotesque, letters: french },
];

/** Returns the letters as ranges in CSS notation, such as U+0020-007E, U+00A0. */
export function rangesOf(letters: string): string[] {
  const points = [...new Set(letters)].map((letter) => letter.codePointAt(0) ?? 0).sort((one, other) => one - other);
  const stretches = points.reduce<[number, number][]>((found, point) => {
    const last = found.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else found.push([point, point]);
    return found;
  }, []);
  return stretches.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`);
}

const hex = (point: number): string => point.toString(16).toUpperCase().padStart(4, '0');
