/** 'Dark circles, contours, harmonise': one phrase, so only its first word is capital. */
export function sentenceList(words: readonly string[]): string {
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toLocaleLowerCase() + word.slice(1))).join(', ');
}
