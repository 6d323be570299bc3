import { appendFileSync } from 'node:fs';

/** One row in the table of all benchmarks. `unit` is the unit of the value and of the baseline. */
export interface Row {
  readonly part: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** A value of the same run for comparison, such as the same work without our code or with less data. */
  readonly baseline?: number;
  /**
   * `value` divided by `baseline`. If the value is in answers a second, this is the share of the baseline that our code
   * reaches.
   */
  readonly ratio?: number;
  /** The lowest allowed ratio, or the lowest allowed value if there is no ratio. */
  readonly least?: number;
  readonly most?: number;
}

/**
 * Adds a row to the file whose name `npm run bench` passes to this process. Does nothing if the benchmark runs alone.
 * Writes synchronously, because some benchmarks end with `process.exit`.
 */
export function tell(row: Row): void {
  const file = process.env.FLAIRA_BENCH_ROWS;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Returns whether a row is within its limit, or null if it has no limit. */
export function holds({ value, ratio, least, most }: Row): boolean | null {
  const judged = ratio ?? value;
  if (least === undefined && most === undefined) return null;
  return judged >= (least ?? Number.NEGATIVE_INFINITY) && judged <= (most ?? Number.POSITIVE_INFINITY);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Returns the table as Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const number = (value: number | undefined): string =>
    value === undefined ? '' : String(Number(value.toPrecision(3)));
  const limit = ({ least, most }: Row): string =>
    least !== undefined ? `≥ ${least}` : most !== undefined ? `≤ ${most}` : '';
  const words = (row: Row): string => ({ true: 'holds', false: '**missed**', null: '' })[String(holds(row))] ?? '';
  const lines = rows.map((row) => [
    row.part,
    row.name,
    `${number(row.value)} ${row.unit}`,
    number(row.baseline),
    number(row.ratio),
    limit(row),
    words(row),
  ]);
  const head = ['part', 'what', 'measured', 'baseline', 'ratio', 'limit', ''];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
