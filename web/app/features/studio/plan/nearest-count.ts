/** The whole number within the limits that is nearest to the typed text. Null if the field is empty. */
export function nearestCount(text: string, min: number, max: number): number | null {
  if (text.trim() === '' || Number.isNaN(Number(text))) return null;
  return Math.min(max, Math.max(min, Math.round(Number(text))));
}
