/** How the number of a French register is written. Numbers of other bodies are not known here. */
export const NumberKinds = ['rpps', 'adeli'] as const;
export type NumberKind = (typeof NumberKinds)[number];

export interface RegisteredAs {
  readonly registration_body: string;
  readonly registration_number: string;
}

const named: Record<NumberKind, RegExp> = { rpps: /\brpps\b/i, adeli: /\badeli\b/i };
/** RPPS: 11 digits. ADELI: a department (2A and 2B are Corsica) and 7 digits. The last one checks the others. */
const forms: Record<NumberKind, RegExp> = { rpps: /^\d{11}$/, adeli: /^(?:\d\d|2[AB])\d{7}$/ };

/** The register that the name of the body says. */
export const numberKindOf = ({ registration_body: body }: Pick<RegisteredAs, 'registration_body'>): NumberKind | null =>
  NumberKinds.find((kind) => named[kind].test(body)) ?? null;

/** As a register writes it: without spaces and dots. */
export const plainNumber = (number: string): string => number.replace(/[\s.\-\u00a0\u202f]/g, '').toUpperCase();

/** The number claims to be an RPPS or ADELI number but cannot be one. */
export function isNumberWrong(registration: RegisteredAs): boolean {
  const kind = numberKindOf(registration);
  if (!kind) return false;
  const number = plainNumber(registration.registration_number);
  if (!forms[kind].test(number)) return true;
  // The letter of Corsica has no digit that everybody agrees on.
  return !number.match(/[AB]/) && !passesLuhn(number);
}

/** From the right, every second digit counts twice; the digits of all that must add up to a multiple of ten. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((before, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return before + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
