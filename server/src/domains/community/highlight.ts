import { fold } from './fold.ts';

const escape = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? char,
  );

/** Stems of a query as PostgreSQL prints it: 'peel' & 'redness' | 'rougeur'. What stands behind a not is no match. */
export const stemsOf = (query: string): string[] => [
  ...new Set(
    [...query.matchAll(/(!?)'((?:[^']|'')+)'/g)]
      .filter(([, not]) => !not)
      .map(([, , stem]) => (stem ?? '').replaceAll("''", "'")),
  ),
];

const WORD = /[\p{L}\p{N}]+/gu;
/** A stemmer may have changed the last letter (beauty → beauti); short stems must fit exactly. */
function matches(word: string, stems: readonly string[]): boolean {
  const folded = fold(word);
  return stems.some((stem) => {
    if (folded === stem) return true;
    const root = stem.length >= 5 ? stem.slice(0, -1) : stem;
    return stem.length >= 3 && folded.startsWith(root) && folded.length - root.length <= 6;
  });
}

const BEFORE = 80;
const LENGTH = 240;

/** The part of a text around the first match, escaped, with <mark> around every match: the only markup in it. */
export function snippetOf(text: string, stems: readonly string[], length = LENGTH): string {
  const line = text.replace(/\s+/g, ' ');
  const first = firstMatch(line, stems);
  const start = first > BEFORE ? line.indexOf(' ', first - BEFORE) + 1 : 0;
  const rough = line.slice(start, start + length);
  const part = start + length < line.length ? rough.replace(/\s\S*$/, '') : rough;
  return `${start > 0 ? '… ' : ''}${mark(part.toWellFormed(), stems)}${start + part.length < line.length ? ' …' : ''}`;
}

/** Words behind the first match are not looked at: texts are long. */
function firstMatch(line: string, stems: readonly string[]): number {
  for (const { 0: word, index } of line.matchAll(WORD)) if (matches(word, stems)) return index;
  return 0;
}

function mark(text: string, stems: readonly string[]): string {
  let written = '';
  let from = 0;
  for (const match of text.matchAll(WORD)) {
    if (!matches(match[0], stems)) continue;
    written += `${escape(text.slice(from, match.index))}<mark>${escape(match[0])}</mark>`;
    from = match.index + match[0].length;
  }
  return written + escape(text.slice(from));
}
