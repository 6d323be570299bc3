/** Returns the value below which the given share of all values lies, or `otherwise` for an empty list. */
export function percentile(values: ArrayLike<number>, share: number, otherwise = 0): number {
  if (values.length === 0) return otherwise;
  const own = new Float64Array(values);
  return nthSmallest(own, Math.min(own.length - 1, Math.floor(own.length * share)));
}

/**
 * Returns the value that would be at index `n` if `values` were sorted. Quickselect (Hoare 1961) takes linear time on
 * average. It reorders `values`.
 */
export function nthSmallest(values: Float64Array | Float32Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (n <= j) high = j;
    else if (n >= i) low = i;
    else break;
  }
  return values[n]!;
}

export function median(values: ArrayLike<number>, otherwise = 0): number {
  return percentile(values, 0.5, otherwise);
}
