export interface Day {
  /** Noon of the day, so that no time zone shifts it into another. */
  date: Date;
  uploads: number;
  isToday: boolean;
  /** The largest number of dots. A number stands for the rest. */
  dots: number;
  more: number;
}

const mostDots = 4;

/** Seven counts with their days, today last. A day with more photos than dots shows how many more. */
export function weekOf(uploads: readonly number[], now: Date): Day[] {
  return uploads.map((count, at) => {
    const date = new Date(now);
    date.setHours(12, 0, 0, 0);
    date.setDate(date.getDate() - (uploads.length - 1 - at));
    const dots = Math.min(count, mostDots);
    return { date, uploads: count, isToday: at === uploads.length - 1, dots, more: count - dots };
  });
}

/** The reached share of the target, from 0 to 100. A target is at least 1. */
export function percentOf(uploads: number, target: number): number {
  return Math.min(100, Math.max(0, Math.round((uploads / Math.max(1, target)) * 100)));
}
