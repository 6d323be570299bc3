const THIN = '\u202f';
const WIDE = '\u00a0';
/** Spaces of any width, or none. */
const BLANK = '[ \\u00a0\\u202f]*';

/** Each rule matches a mark together with the spaces around it, so that a corrected sentence does not change again. */
const rules: readonly (readonly [pattern: RegExp, set: string])[] = [
  // A mark inside an address (https://, ?page=2) or after another mark (?!) is not separate punctuation.
  [new RegExp(`(?<=[^\\s\\u00a0\\u202f?!(])${BLANK}([;!?])(?=$|[\\s\\u00a0\\u202f»<)…?!])`, 'gu'), `${THIN}$1`],
  [new RegExp(`(?<=[^\\s\\u00a0\\u202f(])${BLANK}:(?=$|[\\s\\u00a0\\u202f<])`, 'gu'), `${WIDE}:`],
  [new RegExp(`«${BLANK}`, 'gu'), `«${WIDE}`],
  [new RegExp(`${BLANK}»`, 'gu'), `${WIDE}»`],
  [/(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/gu, THIN],
  [new RegExp(`(?<=[\\d}])${BLANK}(?=[%€])`, 'gu'), WIDE],
  [/(?<=\d) (?=(?:h|heures?|minutes?|jours?|ans|mois|clients|pixels)(?!\p{L}))/gu, WIDE],
  [/(?<=\p{L})'(?=\p{L})/gu, '’'],
  [/\.\.\./gu, '…'],
];

/**
 * Applies the rules of French typography to a sentence. No-break spaces keep a punctuation mark on the line of its
 * word, and a number beside its unit. Apostrophes become curved, and three dots become an ellipsis.
 */
export const typeset = (sentence: string): string =>
  rules.reduce((text, [pattern, set]) => text.replace(pattern, set), sentence);
