const withFirst = (text: string, first: (letter: string) => string): string => first(text.charAt(0)) + text.slice(1);
export const capital = (text: string): string => withFirst(text, (letter) => letter.toLocaleUpperCase());
export const small = (text: string): string => withFirst(text, (letter) => letter.toLocaleLowerCase());

/** Joins words into one phrase. Only the first word is capitalised: 'Dark circles, contours, harmonise'. */
export function sentenceList(words: readonly string[]): string {
  return words.map((word, at) => (at === 0 ? word : small(word))).join(', ');
}
