import LineBreaker from 'linebreak';
import type { Style } from './fonts.ts';
import { drawnText, inSightOrder, type Run, type Runs, runsOf } from './runs.ts';
import { INK, keep, type Sheet } from './sheet.ts';

export interface Look {
  readonly style?: Style;
  readonly size: number;
  readonly color?: string;
  /** Space added between lines, in points. */
  readonly gap?: number;
}

interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
  readonly above: number;
  readonly below: number;
}

/** A text that was divided into lines. */
export interface Block {
  readonly lines: readonly Line[];
  readonly height: number;
  readonly look: Look;
}

/** Divides a text into lines no wider than `width`. Line breaks in the text stay. */
export function set(sheet: Sheet, text: string, look: Look, width: number): Block {
  const lines = text
    .split('\n')
    .flatMap((paragraph) => linesOf(sheet, runsOf(sheet, paragraph, look.style ?? 'text'), look, width));
  return { lines, look, height: lines.reduce((sum, { above, below }) => sum + above + below + (look.gap ?? 0), 0) };
}

function linesOf(sheet: Sheet, { text, runs }: Runs, look: Look, width: number): Line[] {
  const wide = (from: number, to: number) => widthOfRuns(sheet, cut(runs, from, to), look.size);
  const ends: number[] = [];
  let last = 0;
  // The widths of words can be added, because shaping never crosses a place where a line may end.
  let used = 0;
  for (const end of placesToBreak(text)) {
    const seen = wide(last, last + text.slice(last, end).trimEnd().length);
    if (used > 0 && used + seen > width) {
      ends.push(last);
      used = 0;
    }
    if (seen > width) {
      const parts = partsOf(text, last, end, (from, to) => wide(from, to) <= width);
      ends.push(...parts);
      used = wide(parts.at(-1) ?? last, end);
    } else used += wide(last, end);
    last = end;
  }
  ends.push(text.length);
  return ends.map((end, index) => {
    const start = ends[index - 1] ?? 0;
    const shown = cut(runs, start, start + text.slice(start, end).trimEnd().length);
    return { runs: shown, width: widthOfRuns(sheet, shown, look.size), ...extentOf(sheet, shown, look) };
  });
}

function* placesToBreak(text: string): Generator<number> {
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) yield next.position;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Splits a word that is wider than the line. Returns the places of the splits, each between two characters of the word.
 */
function partsOf(text: string, start: number, end: number, fits: (from: number, to: number) => boolean): number[] {
  const parts: number[] = [];
  let from = start;
  let to = start;
  for (const { segment } of graphemes.segment(text.slice(start, end))) {
    if (to > from && !fits(from, to + segment.length)) {
      parts.push(to);
      from = to;
    }
    to += segment.length;
  }
  return parts;
}

/** Returns the runs between two places of the text. */
function cut(runs: readonly Run[], from: number, to: number): Run[] {
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, from - run.start), Math.max(0, to - run.start));
    return text ? [{ ...run, text, start: Math.max(run.start, from) }] : [];
  });
}

const widthOfRuns = (sheet: Sheet, runs: readonly Run[], size: number): number =>
  runs.reduce((sum, run) => sum + widthOfRun(sheet, run) * size, 0);

function widthOfRun({ paper, widths }: Sheet, run: Run): number {
  const text = drawnText(run);
  const key = `${run.font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = paper.font(run.font).fontSize(1).widthOfString(text);
  widths.set(key, width);
  return width;
}

function extentOf(
  sheet: Sheet,
  runs: readonly Run[],
  { size, style = 'text' }: Look,
): { above: number; below: number } {
  // An empty line is as high as a line of Latin letters.
  const fonts = runs.length > 0 ? runs : runsOf(sheet, 'x', style).runs;
  const extents = fonts.map(({ font }) => sheet.extent(font));
  return {
    above: size * Math.max(...extents.map(({ above }) => above)),
    below: size * Math.max(...extents.map(({ below }) => below)),
  };
}

export type Align = 'start' | 'end' | 'center';

/** Draws the lines of a block with its upper left corner at a position. Returns the position of its lower end. */
export function place(
  sheet: Sheet,
  block: Block,
  x: number,
  top: number,
  width: number,
  align: Align = 'start',
): number {
  let y = top;
  for (const line of block.lines) {
    drawLine(sheet, line, block.look, x + indent(sheet, align, width - line.width), y + line.above);
    y += line.above + line.below + (block.look.gap ?? 0);
  }
  return y;
}

const indent = ({ isRightToLeft }: Sheet, align: Align, room: number): number => {
  if (align === 'center') return room / 2;
  return (align === 'end') === isRightToLeft ? 0 : room;
};

function drawLine(sheet: Sheet, { runs }: Line, { size, color = INK }: Look, left: number, baseline: number): void {
  let x = left;
  for (const run of inSightOrder(runs)) {
    sheet.paper.font(run.font).fontSize(size).fillColor(color);
    sheet.paper.text(drawnText(run), x, baseline, { lineBreak: false, baseline: 'alphabetic' });
    x += widthOfRun(sheet, run) * size;
  }
}

/** Returns how far each block must move down so that the first lines of all blocks share a baseline. */
export function shifts(blocks: readonly Block[]): number[] {
  const rises = blocks.map(({ lines }) => lines[0]?.above ?? 0);
  const highest = Math.max(0, ...rises);
  return rises.map((rise) => highest - rise);
}

/**
 * Writes a paragraph at the current position and moves the position down. Text that does not fit continues on the next
 * page.
 */
export function write(sheet: Sheet, block: Block, x: number, width: number): void {
  const { paper } = sheet;
  for (const line of block.lines) {
    keep(sheet, line.above + line.below);
    paper.y = place(sheet, { ...block, lines: [line] }, x, paper.y, width);
  }
  paper.x = x;
}
