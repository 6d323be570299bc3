import { type ReadingLanguage, rightToLeft } from '#contract/languages.ts';

export const directionOf = (language: ReadingLanguage): 'ltr' | 'rtl' =>
  rightToLeft.includes(language) ? 'rtl' : 'ltr';

/** Where an arrow key leads in a row that is read in this direction: a step back, a step on, or nowhere. */
export function stepOf(key: string, direction: 'ltr' | 'rtl'): -1 | 1 | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1;
}
