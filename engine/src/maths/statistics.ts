/** The value below which the given share of all values lies; `otherwise` for an empty list. */
export function percentile(values: ArrayLike<number>, share: number, otherwise = 0): number {
  if (values.length === 0) return otherwise;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export function median(values: ArrayLike<number>, otherwise = 0): number {
  return percentile(values, 0.5, otherwise);
}
