import { type ReadingLanguage, rightToLeft } from '#contract/languages.ts';

export const directionOf = (language: ReadingLanguage): 'ltr' | 'rtl' =>
  rightToLeft.includes(language) ? 'rtl' : 'ltr';

/**
 * Returns the step of an arrow key in a row with this reading direction. The step is 1 forward or -1 back. Returns
 * undefined for any other key.
 */
export function stepOf(key: string, direction: 'ltr' | 'rtl'): -1 | 1 | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1;
}
