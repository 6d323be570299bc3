/**
 * Converts a typed amount into cents, rounded. The decimal mark may be a comma or a point. Returns null if the text is
 * empty or is not an amount.
 */
export function centsOf(units: string): number | null {
  const text = units.trim().replace(',', '.');
  if (!/^\d{1,9}(\.\d*)?$/.test(text)) return null;
  // 1.005 × 100 is slightly less than 100.5 in binary. Rounding to 12 digits first corrects such errors.
  return Math.round(Number((Number(text) * 100).toPrecision(12)));
}

/**
 * Converts a typed amount like `centsOf`, but returns null if the amount has three decimals or more. For example,
 * '1.500' may mean 1500 or 1.50. For a payment or a shown price, the meaning must not be guessed.
 */
export const exactCentsOf = (units: string): number | null => (/[.,]\d{3}/.test(units) ? null : centsOf(units));

/** Whether the field contains text that is not an amount. Such text would be saved as an empty field. */
export const isNoAmount = (units: string): boolean => units.trim() !== '' && centsOf(units) === null;

export const unitsOf = (cents: number | null | undefined): string => (cents == null ? '' : (cents / 100).toFixed(2));
