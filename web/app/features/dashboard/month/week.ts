export interface Day {
  /** The day as an instant at noon, so that the date is the same in every time zone. */
  date: Date;
  uploads: number;
  isToday: boolean;
  /** The number of dots, at most `mostDots`. `more` is the number of photos without a dot. */
  dots: number;
  more: number;
}

const mostDots = 4;

/**
 * Returns seven counts with their days. Today is last. If a day has more photos than dots, `more` is the number of
 * photos without a dot.
 */
export function weekOf(uploads: readonly number[], now: Date): Day[] {
  return uploads.map((count, at) => {
    const date = new Date(now);
    date.setHours(12, 0, 0, 0);
    date.setDate(date.getDate() - (uploads.length - 1 - at));
    const dots = Math.min(count, mostDots);
    return { date, uploads: count, isToday: at === uploads.length - 1, dots, more: count - dots };
  });
}

/** Returns the reached share of the target in percent, from 0 to 100. A target below 1 is treated as 1. */
export function percentOf(uploads: number, target: number): number {
  return Math.min(100, Math.max(0, Math.round((uploads / Math.max(1, target)) * 100)));
}
