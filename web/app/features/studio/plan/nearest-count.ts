/**
 * Returns the whole number within the limits that is nearest to the typed text, or null if the text is not a number.
 */
export function nearestCount(text: string, min: number, max: number): number | null {
  if (text.trim() === '' || Number.isNaN(Number(text))) return null;
  return Math.min(max, Math.max(min, Math.round(Number(text))));
}
