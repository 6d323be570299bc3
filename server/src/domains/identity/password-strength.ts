import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as en from '@zxcvbn-ts/language-en';
import * as fr from '@zxcvbn-ts/language-fr';
import { PasswordRule, type WeakPasswordReasons } from '#contract/identity.ts';

export type WeakPasswordReason = (typeof WeakPasswordReasons)[number];

/**
 * The number of characters that are judged, from the start of the password. The time for judging grows with the square
 * of the length. A password whose first 32 characters are strong enough does not become weak through further
 * characters.
 */
const JUDGED_CHARACTERS = 32;
/**
 * In passwords such as `p4$$w0rd`, other characters replace letters. The library tries at most this number of ways to
 * restore the letters. Its default is a hundred, which takes 0.4 s for a repeated `@4$5|1!0`. Twenty ways take 0.08 s.
 */
const READINGS = 20;
const ENOUGH_GUESSES_OF_ONE_WORD = 1e8;

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...en.dictionary, ...fr.dictionary, product: ['flaira'] },
  graphs: common.adjacencyGraphs,
  l33tMaxSubstitutions: READINGS,
});

export interface PasswordToJudge {
  readonly password: string;
  /** Texts about the person: the name and the email address. */
  readonly about: readonly string[];
}

/**
 * Returns the reasons why a password is refused. The list is empty if the password is accepted. The call usually takes
 * a few milliseconds, but a malicious password takes a tenth of a second. It must therefore run in a worker thread.
 */
export function weakPasswordReasons({ password, about }: PasswordToJudge): WeakPasswordReason[] {
  const { length } = [...password];
  if (length > PasswordRule.max) return ['too_long'];
  const reasons: WeakPasswordReason[] = length < PasswordRule.min ? ['too_short'] : [];
  const result = judge.check(password.slice(0, JUDGED_CHARACTERS), identityWords(about));
  if (result.score >= PasswordRule.min_zxcvbn_score) return reasons;
  if (result.sequence.some((match) => cameFrom(match, 'userInputs'))) return [...reasons, 'contains_identity'];
  return [...reasons, result.sequence.some(isCommonPassword) ? 'common' : 'guessable'];
}

/**
 * Returns the values and their parts in lower case, except those of one or two characters. For example,
 * `claire.moreau@example.org` also gives claire, moreau, example and org.
 */
function identityWords(about: readonly string[]): string[] {
  const parts = about.flatMap((value) => [value, ...value.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((part) => part.length > 2))];
}

const cameFrom = (match: Match, dictionary: string): boolean =>
  match.pattern === 'dictionary' &&
  String((match as { dictionaryName?: unknown }).dictionaryName).startsWith(dictionary);

const isCommonPassword = (match: Match): boolean =>
  cameFrom(match, 'passwords') && match.token.length > 3 && match.guesses < ENOUGH_GUESSES_OF_ONE_WORD;
