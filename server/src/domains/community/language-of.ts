import { francAll } from 'franc-min';
import type { TextLanguage } from '#contract/community/reading.ts';

/**
 * Languages that we distinguish: those of the product, and similar languages that would be mistaken for them. ISO 639-3
 * to 639-1.
 */
const LANGUAGES: Readonly<Record<string, TextLanguage>> = {
  eng: 'en',
  fra: 'fr',
  deu: 'de',
  spa: 'es',
  ita: 'it',
  por: 'pt',
  rus: 'ru',
  jpn: 'ja',
  kor: 'ko',
  cmn: 'zh',
  arb: 'ar',
  nld: 'nl',
  pol: 'pl',
  tur: 'tr',
  ukr: 'uk',
  swe: 'sv',
  ron: 'ro',
  ell: 'el',
};
const only = Object.keys(LANGUAGES);
/** If only one of our languages uses a script, a few letters are enough. */
const OWN_SCRIPTS = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Han}]/u;
const LEAST_LETTERS = 24;
/** The share of the best score that the next language may reach. Closer than that, a wrong guess is likely. */
const MOST_NEXT = 0.95;

/**
 * The language of a text as ISO 639-1. Null if a guess would often be wrong: short texts, numbers, product names, two languages at once. A wrong
 * language is read aloud worse than an unknown one.
 */
export function languageOf(text: string): TextLanguage | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < (OWN_SCRIPTS.test(text) ? 4 : LEAST_LETTERS)) return null;
  const [best, next] = francAll(text, { only, minLength: 4 });
  if (!best || (next && next[1] > MOST_NEXT * best[1])) return null;
  return LANGUAGES[best[0]] ?? null;
}
