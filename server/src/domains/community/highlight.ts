import { fold } from './fold.ts';

const escape = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? char,
  );

/** Returns the stems of a search query. PostgreSQL prints the query in a form such as 'peel' & 'redness' | 'rougeur'. */
export const stemsOf = (query: string): string[] => [
  ...new Set([...query.matchAll(/'((?:[^']|'')+)'/g)].map(([, stem]) => (stem ?? '').replaceAll("''", "'"))),
];

const WORD = /[\p{L}\p{N}]+/gu;
/** The maximum number of letters by which a matching word may be longer than its root. */
const LONGER = 6;
/** Returns the beginning that a stem shares with other forms of the word. */
export const rootOf = (stem: string): string => (stem.length >= 5 ? stem.slice(0, -1) : stem);
/**
 * Returns true if a word matches one of the stems. A stemmer may have changed the last letter (beauty → beauti), so
 * only the roots are compared. Short stems must match exactly.
 */
function matches(word: string, stems: readonly string[]): boolean {
  const folded = fold(word);
  return stems.some((stem) => {
    if (folded === stem) return true;
    if (ARABIC.test(stem)) return new RegExp(`^${wordOf(stem)}`, 'u').test(folded);
    const root = rootOf(stem);
    return stem.length >= 3 && folded.startsWith(root) && folded.length - root.length <= LONGER;
  });
}

/**
 * Chinese, Japanese and Korean, in which a match may stand anywhere between other letters. The long-vowel marks are
 * listed, because Unicode assigns them to no script.
 */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ーｰ]/u;
/** A digit, or a letter that is not in UNSPACED. In PRP療法, the Latin word therefore ends before 療. */
const LETTER = `(?:(?!${UNSPACED.source})[\\p{L}\\p{N}])`;
const ARABIC = /\p{Script=Arabic}/u;
/** The Arabic article, with the short words that are joined to it. community_arabic_forms() has the same forms. */
const ARABIC_ARTICLE = '(?:[وف]?(?:[بك]?ال|لل))?';
/** By letter, the spellings that community_arabic_forms() replaces with this letter. */
const ARABIC_LETTERS: Readonly<Record<string, string>> = { ا: '[اأإآٱ]', ي: '[يى]', ه: '[هة]' };

const BEFORE = 80;
const LENGTH = 240;
/**
 * A cut word of at most this many letters is removed from the end of an excerpt. A longer one is text in a script
 * without spaces.
 */
const CUT = 40;

/** Returns an escaped excerpt of a text around the first match. Its only markup is <mark> around each match. */
export function snippetOf(text: string, stems: readonly string[], length = LENGTH): string {
  const line = text.normalize().replace(/\s+/g, ' ');
  const [first = 0] = matchesIn(line, stems).next().value ?? [];
  const start = first > BEFORE ? startBefore(line, first) : 0;
  const rough = line.slice(start, start + length);
  const part = start + length < line.length ? rough.replace(new RegExp(`\\s\\S{0,${CUT}}$`), '') : rough;
  return `${start > 0 ? '… ' : ''}${mark(part.toWellFormed(), stems)}${start + part.length < line.length ? ' …' : ''}`;
}

/** Returns the start of a word shortly before a match, or of a character in a script without spaces. */
function startBefore(line: string, match: number): number {
  const space = line.indexOf(' ', match - BEFORE);
  return space >= 0 && space < match ? space + 1 : match - BEFORE;
}

/**
 * Yields the start and the end of each match. If folding does not move any letter of the line, the whole line is
 * searched at once. Otherwise each word is folded and compared separately.
 */
function* matchesIn(line: string, stems: readonly string[]): Generator<readonly [number, number]> {
  const folded = fold(line);
  if (folded.length !== line.length || MARK.test(line)) {
    for (const { 0: word, index } of line.matchAll(WORD)) if (matches(word, stems)) yield [index, index + word.length];
    return;
  }
  for (const { 0: word, index } of folded.matchAll(beginningsOf(stems)))
    if (index === 0 || UNSPACED.test(word) || !ENDS_IN_LETTER.test(folded.charAt(index - 1)))
      yield [index, index + word.length];
}

const MARK = /\p{M}/u;
const ENDS_IN_LETTER = new RegExp(`${LETTER}$`, 'u');
const known = new WeakMap<readonly string[], RegExp>();
/**
 * Returns a pattern that matches words from the beginning of a stem to the end of the word. The caller checks that the
 * match is at the beginning of a word.
 */
function beginningsOf(stems: readonly string[]): RegExp {
  const pattern = known.get(stems) ?? new RegExp(`(?:${byLength(stems).map(patternOf).join('|') || '(?!)'})`, 'gu');
  known.set(stems, pattern);
  return pattern;
}

/** Longer stems first, so that a whole typed word is marked and not only the pairs of its characters. */
const byLength = (stems: readonly string[]): string[] => stems.toSorted((a, b) => b.length - a.length);

const patternOf = (stem: string): string =>
  UNSPACED.test(stem) ? RegExp.escape(stem) : `${wordOf(stem)}(?!${LETTER})`;

const arabicWordOf = (stem: string): string =>
  `${ARABIC_ARTICLE}${[...stem].map((letter) => ARABIC_LETTERS[letter] ?? RegExp.escape(letter)).join('')}[\\p{L}]{0,${LONGER}}`;

const wordOf = (stem: string): string =>
  ARABIC.test(stem)
    ? arabicWordOf(stem)
    : stem.length < 3
      ? RegExp.escape(stem)
      : `${RegExp.escape(rootOf(stem))}${LETTER}{0,${LONGER}}`;

function mark(text: string, stems: readonly string[]): string {
  let written = '';
  let from = 0;
  for (const [begin, end] of matchesIn(text, stems)) {
    written += `${escape(text.slice(from, begin))}<mark>${escape(text.slice(begin, end))}</mark>`;
    from = end;
  }
  return written + escape(text.slice(from));
}
