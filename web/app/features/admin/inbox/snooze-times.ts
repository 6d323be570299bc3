export const SnoozeChoices = ['hour', 'tomorrow', 'week', 'date'] as const;
export type SnoozeChoice = (typeof SnoozeChoices)[number];

const HOUR_MS = 3_600_000;
/** The hour at which a working day begins, in the time zone of the browser. */
const MORNING = 9;

/** Returns the time for a choice. Returns null for 'date', because the person then types the time. */
export function snoozeTime(choice: SnoozeChoice, now: number): Date | null {
  if (choice === 'hour') return new Date(now + HOUR_MS);
  if (choice === 'date') return null;
  const day = new Date(now);
  day.setDate(day.getDate() + (choice === 'tomorrow' ? 1 : 7));
  day.setHours(MORNING, 0, 0, 0);
  return day;
}

/**
 * Converts the value of a field for local date and time. Returns null if an entry may not be snoozed until that time.
 */
export function typedTime(value: string, now: number, mostDays: number): Date | null {
  const at = new Date(value).getTime();
  return at > now && at <= now + mostDays * 24 * HOUR_MS ? new Date(at) : null;
}
