/**
 * Matches text that a spreadsheet would run as a formula, including text with leading blanks or full-width characters.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/**
 * Matches text that needs quotation marks, because it contains separators, quotation marks, line ends, or leading or
 * trailing blanks.
 */
const SPECIAL = /[",;\r\n]|^\s|\s$/;

/**
 * Returns a field of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe,
 * so that it is shown as text. Numbers stay numbers.
 */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a line of a CSV file, including its line end. */
export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(csvField).join(',')}\r\n`;

/** The byte order mark. Spreadsheets read a file as UTF-8 if it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Returns a CSV file. The lines must come from `csvLine`. */
export const csvFile = (name: string, heading: readonly string[], lines: readonly string[]): File =>
  new File([BYTE_ORDER_MARK + csvLine(heading), ...lines], `${name}.csv`, { type: 'text/csv; charset=utf-8' });

/** Appends the date to the name of a file: `payments-2026-11-20`. */
export const withDay = (name: string, day: Date): string => `${name}-${day.toISOString().slice(0, 10)}`;
