/** Returns the first row of a result that always has at least one row. */
export function one<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always answers a row answered none');
  return row;
}
