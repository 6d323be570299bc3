import { median } from '../../maths/statistics.ts';
import type { ScoreValues } from '../score-scale.ts';
import { shownScores } from './repeat-measurement.ts';
import { retakeNames } from './retakes.ts';
import type { Moves } from './set-anchors.ts';

/** Returns one line of a table with a column for each score. */
export const scoreRow = (title: string, cell: (name: (typeof shownScores)[number]) => string): string =>
  title.padEnd(18) + shownScores.map((name) => cell(name).padStart(13)).join('');

export const headerRow = (): string => scoreRow('', (name) => name);

/** Returns a line with the median and the largest change of each score, in points: median [largest]. */
export const movesRow = (title: string, rows: readonly ScoreValues[]): string =>
  scoreRow(title, (name) => {
    const values = rows.map((row) => row[name]);
    return `${median(values).toFixed(1)} [${Math.max(...values).toFixed(1)}]`;
  });

/** Returns a table with one line per kind of retake and one line for all retakes. Refused retakes are left out. */
export function movesTable(moves: readonly Moves[]): string {
  const seen = (rows: Moves) => rows.filter((row) => row !== null);
  const lines = retakeNames.map((name, n) => movesRow(name, seen(moves.map((rows) => rows[n] ?? null))));
  return [headerRow(), ...lines, movesRow('all', moves.flatMap(seen))].join('\n');
}
