import { francAll } from 'franc-min';
import type { TextLanguage } from '#contract/community/reading.ts';

/**
 * The languages that can be detected: ISO 639-1 codes by ISO 639-3 code. They include languages that the product is not
 * translated into. These are similar to languages of the product, and the detection would otherwise confuse them.
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
/**
 * Scripts that are used only in Japanese, Korean or Chinese. A few letters of such a script are enough to detect the
 * language.
 */
const OWN_SCRIPTS = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Han}]/u;
const LEAST_LETTERS = 24;
/**
 * The maximum ratio between the score of the second-best language and the best score. Above it, the best language is
 * probably a wrong guess.
 */
const MOST_NEXT = 0.95;

/**
 * Returns the language of a text as ISO 639-1. Returns null if a guess would often be wrong: for short texts, numbers,
 * product names, or two languages in one text. For screen readers, a wrong language is worse than none.
 */
export function languageOf(text: string): TextLanguage | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < (OWN_SCRIPTS.test(text) ? 4 : LEAST_LETTERS)) return null;
  const [best, next] = francAll(text, { only, minLength: 4 });
  if (!best || (next && next[1] > MOST_NEXT * best[1])) return null;
  return LANGUAGES[best[0]] ?? null;
}
