import type { ReportedSign } from '../care.ts';
import { type ReadingLanguage, ReadingLanguages } from '../languages.ts';
import { redFlagDenials, redFlagPhrases } from './red-flag-phrases.ts';

/**
 * A sign that cannot wait for replies: one that the form for urgent reports lists, or thoughts of suicide (`distress`).
 */
export type RedFlag = Exclude<ReportedSign, 'infection'>;

/**
 * Removes Latin accents, Arabic vowel points and Japanese voicing marks. Replaces the variants of an Arabic letter with
 * one form.
 */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي');

/**
 * Each sign with its patterns in all languages. Each text is searched in all languages, because people do not always
 * write in the language of their account.
 */
const patterns = (Object.keys(redFlagPhrases.en) as RedFlag[]).map(
  (sign) => [sign, ReadingLanguages.flatMap((language) => patternsOf(language, sign))] as const,
);

/** Compiles a phrase. `\w` in a phrase means a letter or a digit of any script. */
function toPattern(source: string): RegExp {
  const words = plain(source.replaceAll('\\p{L}\\p{N}', '@')).replaceAll('\\w', '[@]');
  return new RegExp(words.replaceAll('@', '\\p{L}\\p{N}'), 'u');
}

function patternsOf(language: ReadingLanguage, sign: RedFlag): RegExp[] {
  const { before, after, isUnspaced, prefix = '' } = redFlagDenials[language];
  const [start, end] = isUnspaced ? ['', ''] : ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];
  const behind = isUnspaced ? `(?<!${before})` : `(?<!${start}(?:${before})(?: \\w+)? )`;
  const make = (all: readonly string[], denial: string, ahead: string): RegExp[] =>
    all.length === 0 ? [] : [toPattern(`${denial}${start}${prefix}(?:${all.join('|')})${end}${ahead}`)];
  const isCertain = (phrase: string): boolean => phrase.startsWith('!');
  const phrases = redFlagPhrases[language][sign];
  return [
    ...make(
      phrases.filter(isCertain).map((phrase) => phrase.slice(1)),
      '',
      '',
    ),
    ...make(
      phrases.filter((phrase) => !isCertain(phrase)),
      before ? behind : '',
      after ? `(?!${after})` : '',
    ),
  ];
}

/** Returns all signs in a text, which may be plain or HTML, the gravest first. */
export function redFlagsIn(text: string): RedFlag[] {
  const words = plain(text.replace(/<[^>]*>/g, ' ').replaceAll('&nbsp;', ' ')).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return patterns.flatMap(([sign, all]) => (all.some((pattern) => pattern.test(words)) ? [sign] : []));
}

/** Returns the gravest sign in a text, or null if the text has no sign. */
export const redFlagIn = (text: string): RedFlag | null => redFlagsIn(text)[0] ?? null;
