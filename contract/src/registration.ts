/** The formats of numbers in French registers. Numbers of other bodies are not checked here. */
export const NumberKinds = ['rpps', 'adeli'] as const;
export type NumberKind = (typeof NumberKinds)[number];

export interface RegisteredAs {
  readonly registration_body: string;
  readonly registration_number: string;
}

const named: Record<NumberKind, RegExp> = { rpps: /\brpps\b/i, adeli: /\badeli\b/i };
/** RPPS: 11 digits. ADELI: a department (2A and 2B are Corsica) and 7 digits. The last digit is a check digit. */
const forms: Record<NumberKind, RegExp> = { rpps: /^\d{11}$/, adeli: /^(?:\d\d|2[AB])\d{7}$/ };

/** The register that belongs to the name of the body. */
export const numberKindOf = ({ registration_body: body }: Pick<RegisteredAs, 'registration_body'>): NumberKind | null =>
  NumberKinds.find((kind) => named[kind].test(body)) ?? null;

/** The number as the register writes it, without spaces and dots. */
export const plainNumber = (number: string): string => number.replace(/[\s.\-\u00a0\u202f]/g, '').toUpperCase();

/** True: the number is given as an RPPS or ADELI number but cannot be one. */
export function isNumberWrong(registration: RegisteredAs): boolean {
  const kind = numberKindOf(registration);
  if (!kind) return false;
  const number = plainNumber(registration.registration_number);
  if (!forms[kind].test(number)) return true;
  // Sources disagree about which digit stands for the letter of Corsica, so these numbers get no checksum.
  return !number.match(/[AB]/) && !passesLuhn(number);
}

/** Counted from the right, every second digit is doubled. The digits of all results must add up to a multiple of ten. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((before, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return before + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
