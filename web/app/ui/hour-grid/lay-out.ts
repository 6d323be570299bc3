const DAY_MIN = 24 * 60;

interface Span {
  /** The start of the entry, in minutes since midnight. */
  readonly from: number;
  readonly to: number;
}

/** The column in which an entry is shown, and the number of columns that share the width at that time. */
export interface Lane {
  readonly lane: number;
  readonly lanes: number;
}

/**
 * Places overlapping entries side by side. If entries form a chain of overlaps, all of them have the same number of
 * columns.
 */
export function layOut<Entry extends Span>(entries: readonly Entry[]): Map<Entry, Lane> {
  const placed = new Map<Entry, Lane>();
  let group: { entry: Entry; lane: number }[] = [];
  let groupEnds = 0;
  /** For each column of the chain, the minute at which it becomes free. */
  let free: number[] = [];
  const close = () => {
    for (const { entry, lane } of group) placed.set(entry, { lane, lanes: free.length });
    [group, free] = [[], []];
  };
  for (const entry of [...entries].sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (entry.from >= groupEnds) close();
    const found = free.findIndex((end) => end <= entry.from);
    const lane = found === -1 ? free.length : found;
    free[lane] = entry.to;
    group.push({ entry, lane });
    groupEnds = Math.max(groupEnds, entry.to);
  }
  close();
  return placed;
}

/**
 * Returns the first and the last hour to show. They are the hours of the usual day. If an entry is outside these hours,
 * the range is extended.
 */
export function hoursFor(entries: readonly Span[], usual: { from: number; to: number } = { from: 8, to: 19 }) {
  const from = Math.min(usual.from, ...entries.map((entry) => Math.floor(entry.from / 60)));
  const to = Math.max(usual.to, ...entries.map((entry) => Math.ceil(entry.to / 60)));
  return { from, to };
}

/** The usual height of an hour, in pixels. An hour is taller if a short entry needs more height. */
const HOUR_PX = 72;
const MOST_HOUR_PX = 144;
/** The smallest height of an entry, in pixels. It has room for one line of text and for a finger. */
const LEAST_PX = 24;
const TWO_LINES_PX = 36;

/**
 * Returns the height of an hour in pixels. An hour is tall enough for the entry with the shortest duration, but at most
 * twice the usual height.
 */
export function hourHeightFor(entries: readonly Span[]): number {
  const shortest = Math.min(60, ...entries.map(({ from, to }) => to - from));
  return Math.min(MOST_HOUR_PX, Math.max(HOUR_PX, (LEAST_PX / shortest) * 60));
}

/**
 * Returns the first and the last minute between which an entry is shown, so that it has at least the smallest height.
 * Columns are computed from these minutes, so that no entry hides the next one.
 */
export function drawnSpan({ from, to }: Span, hourPx: number): Span {
  const until = Math.min(DAY_MIN, Math.max(to, from + (LEAST_PX / hourPx) * 60));
  return { from: Math.min(from, DAY_MIN - (LEAST_PX / hourPx) * 60), to: until };
}

/** Whether an entry is not tall enough for two lines. */
export const isOneLine = ({ from, to }: Span, hourPx: number): boolean => ((to - from) / 60) * hourPx < TWO_LINES_PX;
