import { type ReadingLanguage, rightToLeft } from '#contract/languages.ts';

export const directionOf = (language: ReadingLanguage): 'ltr' | 'rtl' =>
  rightToLeft.includes(language) ? 'rtl' : 'ltr';
