import { appendFileSync } from 'node:fs';

/** One line of the table of all benchmarks. Milliseconds unless its unit says otherwise. */
export interface Row {
  readonly part: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same work without our code, in the same run. */
  readonly baseline?: number;
  /** `value` divided by `baseline`. For answers a second: the share of the baseline that is reached. */
  readonly ratio?: number;
  /** Limit for the ratio, or for the value if there is no ratio. */
  readonly least?: number;
  readonly most?: number;
}

/** Sends a line to `npm run bench`, which names the file. Does nothing if a part runs alone. It writes at once, because some parts end by `process.exit`. */
export function tell(row: Row): void {
  const file = process.env.FLAIRA_BENCH_ROWS;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Whether a line keeps its limit; null without one. */
export function holds({ value, ratio, least, most }: Row): boolean | null {
  const judged = ratio ?? value;
  if (least === undefined && most === undefined) return null;
  return judged >= (least ?? Number.NEGATIVE_INFINITY) && judged <= (most ?? Number.POSITIVE_INFINITY);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The table as Markdown. */
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
