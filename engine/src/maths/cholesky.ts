/**
 * Factorises a symmetric positive definite matrix A = F·Fᵀ (n × n, row by row). F replaces the lower triangle of A.
 * Leading zeros of a row stay zero and are skipped, so an order with the nonzero values near the diagonal saves time.
 * @throws RangeError when the matrix is not positive definite.
 */
export function factorise(matrix: Float64Array, n: number): Float64Array {
  const starts = new Uint32Array(n);
  for (let row = 0; row < n; row++) {
    const r = row * n;
    let start = 0;
    while (start < row && matrix[r + start] === 0) start++;
    starts[row] = start;
    for (let column = start; column <= row; column++) {
      const c = column * n;
      let sum = matrix[r + column]!;
      for (let k = Math.max(start, starts[column]!); k < column; k++) sum -= matrix[r + k]! * matrix[c + k]!;
      if (row !== column) matrix[r + column] = sum / matrix[c + column]!;
      else if (sum > 0) matrix[r + row] = Math.sqrt(sum);
      else throw new RangeError('The matrix is not positive definite');
    }
  }
  return matrix;
}

/** Solves F·Fᵀ·x = b for a factor made by `factorise`. */
export function solve(factor: Float64Array, n: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  for (let row = 0; row < n; row++) {
    for (let k = 0; k < row; k++) x[row]! -= factor[row * n + k]! * x[k]!;
    x[row]! /= factor[row * n + row]!;
  }
  for (let row = n - 1; row >= 0; row--) {
    const value = (x[row]! /= factor[row * n + row]!);
    for (let k = 0; k < row; k++) x[k]! -= factor[row * n + k]! * value;
  }
  return x;
}
