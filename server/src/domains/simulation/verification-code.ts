import { randomInt } from 'node:crypto';

/** Digits and capitals that are not mistaken for each other when read from paper (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** 80 random bits, so that nobody finds a code by trying. */
export const newVerificationCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The code as typed from paper: without spaces and dashes, O as 0, I and L as 1. */
export const readVerificationCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
