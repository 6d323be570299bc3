const day_ms = 86_400_000;

/** A day in the form 2026-11-21, without a time zone. Instants are ISO texts. */
export type Day = string;
export type CalendarView = 'day' | 'week' | 'month';

const utc = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: Day, days: number): Day => new Date(utc(day) + days * day_ms).toISOString().slice(0, 10);

/** Returns the Monday of a day's week. Weeks start on Monday. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(utc(day)).getUTCDay() + 6) % 7));

/** Returns the days that the view shows: one day, a week, or all weeks that contain days of the month. */
export function daysOf(view: CalendarView, day: Day): Day[] {
  if (view === 'day') return [day];
  if (view === 'week') return Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index));
  const first = `${day.slice(0, 7)}-01`;
  const start = mondayOf(first);
  const next = step('month', first, 1);
  const weeks = Math.ceil((utc(next) - utc(start)) / (7 * day_ms));
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(start, index));
}

/**
 * Returns the days of the week that contains the day. If the day before or the day after is in another week, that week
 * is included, too. In some time zones, the current date is the day before or the day after.
 */
export const weeksAround = (day: Day): Day[] => [
  ...new Set([...daysOf('week', addDays(day, -1)), ...daysOf('week', addDays(day, 1))]),
];

/**
 * Returns the corresponding day in the next or previous period. In the month view, this is the first day of that month.
 */
export function step(view: CalendarView, day: Day, by: 1 | -1): Day {
  if (view === 'day') return addDays(day, by);
  if (view === 'week') return addDays(day, 7 * by);
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** Returns a time span that contains the days in every time zone. The span therefore has one extra day at each end. */
export const spanOf = (days: readonly Day[]) => ({
  from: `${addDays(days[0] ?? '', -1)}T00:00:00.000Z`,
  to: `${addDays(days.at(-1) ?? '', 2)}T00:00:00.000Z`,
});

/** Whether the text is an existing day in the form YYYY-MM-DD. */
export const isDay = (text: string | null): text is Day =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
