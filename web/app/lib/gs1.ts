/**
 * The parts of a GS1 code that this app uses. Vials and syringes have such codes. A code consists of elements, each
 * with an application identifier (AI). 01 is the trade item number (GTIN), 10 the lot, 17 the last day of use, and 21
 * the serial number. Other elements are skipped by their length (GS1 General Specifications, section 3 and figure
 * 7.8.5-2).
 */

export interface Gs1Product {
  readonly gtin: string | null;
  readonly lot: string | null;
  /** The last day of use, as YYYY-MM-DD. */
  readonly expires_on: string | null;
  readonly serial: string | null;
}

/** The character that scanners send for FNC1 between elements. */
const FNC1 = '\u001d';
/**
 * The number of digits after an application identifier with a fixed length. The key is the first two digits of the
 * identifier.
 */
const fixed: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 6])),
  '20': 2,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 6])),
  '41': 13,
};

/** Returns the number of digits of the application identifier at the start of the text. */
function identifierLength(text: string): number {
  const two = text.slice(0, 2);
  if (/^(?:23|24|25|40|41|42|71)$/.test(two)) return 3;
  return /^(?:31|32|33|34|35|36|39|43|70|72|80|81|82)$/.test(two) ? 4 : 2;
}

/**
 * Returns the parts of a scanned code. Returns null if the text is not a GS1 code or is damaged. `now` determines the
 * century of a two-digit year.
 */
export function readGs1(scanned: string, now: Date): Gs1Product | null {
  // The code may start with a symbology identifier (GS1 DataMatrix, GS1-128, GS1 QR or GS1 DataBar), followed by FNC1.
  let rest = scanned.replace(/^\](?:d2|C1|Q3|e0)/, '');
  rest = rest.startsWith('(') ? fromPrinted(rest) : rest;
  const found = new Map<string, string>();
  while (rest.startsWith(FNC1)) rest = rest.slice(1);
  if (rest === '') return null;
  while (rest !== '') {
    if (!/^\d\d/.test(rest)) return null;
    const ai = rest.slice(0, identifierLength(rest));
    rest = rest.slice(ai.length);
    const digits = fixed[ai.slice(0, 2)];
    const end = digits ?? endOf(rest);
    const value = rest.slice(0, end);
    if (value.length === 0 || (digits && !new RegExp(`^\\d{${digits}}$`).test(value))) return null;
    if (!digits && value.length > 90) return null;
    found.set(ai, value);
    rest = rest.slice(end);
    if (rest.startsWith(FNC1)) rest = rest.slice(1);
  }
  const gtin = found.get('01') ?? null;
  if (gtin && !hasCheckDigit(gtin)) return null;
  const until = found.get('17');
  const expires_on = until ? dayOf(until, now) : null;
  if (until && !expires_on) return null;
  return { gtin, lot: found.get('10') ?? null, expires_on, serial: found.get('21') ?? null };
}

const endOf = (text: string): number => (text.includes(FNC1) ? text.indexOf(FNC1) : text.length);

/**
 * Converts the text below a printed code, '(01)0950…(10)AB', into the form of a scanned code, with FNC1 between the
 * elements.
 */
const fromPrinted = (text: string): string => text.replace(/\((\d{2,4})\)/g, `${FNC1}$1`).slice(1);

/** Whether the check digit is correct. It is computed modulo 10, with alternating weights of 3 and 1 from the right. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/**
 * Converts YYMMDD into a day. A day of 00 means the last day of the month. The year is at most 49 years before or 50
 * years after the current one.
 */
function dayOf(text: string, now: Date): string | null {
  const [yy, month, day] = [Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6))];
  const century = Math.floor(now.getUTCFullYear() / 100) * 100;
  const ahead = yy - (now.getUTCFullYear() % 100);
  const year = century + yy + (ahead > 50 ? -100 : ahead < -49 ? 100 : 0);
  if (month < 1 || month > 12) return null;
  const date = day === 0 ? new Date(Date.UTC(year, month, 0)) : new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : null;
}
