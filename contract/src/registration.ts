/** Formats of the numbers in French registers. The numbers of other bodies are not checked. */
export const NumberKinds = ['rpps', 'adeli'] as const;
export type NumberKind = (typeof NumberKinds)[number];

export interface RegisteredAs {
  readonly registration_body: string;
  readonly registration_number: string;
}

const named: Record<NumberKind, RegExp> = { rpps: /\brpps\b/i, adeli: /\badeli\b/i };
/**
 * RPPS: 11 digits. ADELI: a department (2A and 2B are Corsica) followed by 7 digits. The last digit is a check digit.
 */
const forms: Record<NumberKind, RegExp> = { rpps: /^\d{11}$/, adeli: /^(?:\d\d|2[AB])\d{7}$/ };

/** Returns the kind of number that the named body issues. Returns null for other bodies. */
export const numberKindOf = ({ registration_body: body }: Pick<RegisteredAs, 'registration_body'>): NumberKind | null =>
  NumberKinds.find((kind) => named[kind].test(body)) ?? null;

/** Returns the number as the register writes it, in capitals and without spaces, dots or dashes. */
export const plainNumber = (number: string): string => number.replace(/[\s.\-\u00a0\u202f]/g, '').toUpperCase();

/** Returns true if the number is declared as an RPPS or ADELI number but cannot be one. */
export function isNumberWrong(registration: RegisteredAs): boolean {
  const kind = numberKindOf(registration);
  if (!kind) return false;
  const number = plainNumber(registration.registration_number);
  if (!forms[kind].test(number)) return true;
  // Numbers from Corsica contain a letter, and sources disagree about the digit that replaces it. The checksum of
  // these numbers is therefore not checked.
  return !number.match(/[AB]/) && !passesLuhn(number);
}

/**
 * Checks a number with Luhn's rule. Every second digit from the right is doubled. The digits of all results must add up
 * to a multiple of ten.
 */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((before, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return before + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
