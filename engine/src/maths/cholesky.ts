/**
 * Factor of a symmetric positive definite matrix (row by row, n × n), A = F·Fᵀ, in place in the lower triangle.
 * @throws RangeError when the matrix is not positive definite.
 */
export function factorise(matrix: Float64Array, n: number): Float64Array {
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * n + column]!;
      for (let k = 0; k < column; k++) sum -= matrix[row * n + k]! * matrix[column * n + k]!;
      if (row !== column) matrix[row * n + column] = sum / matrix[column * n + column]!;
      else if (sum > 0) matrix[row * n + row] = Math.sqrt(sum);
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
    for (let k = row + 1; k < n; k++) x[row]! -= factor[k * n + row]! * x[k]!;
    x[row]! /= factor[row * n + row]!;
  }
  return x;
}
