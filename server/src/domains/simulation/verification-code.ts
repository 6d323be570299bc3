import { randomInt } from 'node:crypto';

/** Digits and capital letters that readers do not confuse on paper (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** Returns a code of 80 random bits, so that nobody can guess a valid code. */
export const newVerificationCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/**
 * Returns the code in its stored form. People copy the code from paper. Spaces and dashes are therefore removed, O is
 * replaced by 0, and I and L are replaced by 1.
 */
export const readVerificationCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
