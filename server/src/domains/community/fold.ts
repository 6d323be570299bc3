/**
 * Returns a text in lower case and without accents, so that names and words can be compared. For most Latin letters the
 * result is the same as that of fold() in the database. Some letters, such as đ, stay unchanged here.
 */
export const fold = (words: string): string => (PLAIN.test(words) ? words.toLowerCase() : foldMarked(words));

/**
 * A text of ASCII characters has no accents to remove. Checking this first is faster, because a search folds thousands
 * of words.
 */
const PLAIN = /^[\x20-\x7e]*$/;

const foldMarked = (words: string): string =>
  words
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .normalize('NFC');
