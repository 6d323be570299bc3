/** Matches text that a spreadsheet would run as a formula, also after blanks or in full-width characters. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Matches text that needs quotation marks: separators, quotation marks, line ends, and leading or trailing blanks. */
const SPECIAL = /[",;\r\n]|^\s|\s$/;

/**
 * A field of a CSV file (RFC 4180). Text that a spreadsheet would execute gets a leading apostrophe, so that it is
 * shown as text; numbers stay numbers.
 */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line with its end. */
export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(csvField).join(',')}\r\n`;

/** The byte order mark, with which spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** A file with a heading and lines. `csvLine` makes each of them. */
export const csvFile = (name: string, heading: readonly string[], lines: readonly string[]): File =>
  new File([BYTE_ORDER_MARK + csvLine(heading), ...lines], `${name}.csv`, { type: 'text/csv; charset=utf-8' });

/** The name of a file, with the day on which it was made: `payments-2026-11-20`. */
export const withDay = (name: string, day: Date): string => `${name}-${day.toISOString().slice(0, 10)}`;
