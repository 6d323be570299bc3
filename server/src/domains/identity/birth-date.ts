import { ADULT_AGE_YEARS } from '#contract/intake.ts';
import { wallTime } from '#server/platform/calendar/zone-time.ts';

/** Ages are counted in the days of Paris, because the service does not store where a person is. */
const ZONE = 'Europe/Paris';

/** Returns the number of full years between a birth date (YYYY-MM-DD) and the current day in Paris. */
export function ageAt(birthDate: string, now: Date): number {
  const today = wallTime(now, ZONE).slice(0, 10);
  const isBeforeBirthday = today.slice(5) < birthDate.slice(5);
  return Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (isBeforeBirthday ? 1 : 0);
}

/** Returns false for a date that is in the future or more than 120 years ago. Such a date must be a typing error. */
export const isBirthDatePossible = (birthDate: string, now: Date): boolean => {
  const age = ageAt(birthDate, now);
  return age >= 0 && age <= 120;
};

export const isAdult = (birthDate: string, now: Date): boolean => ageAt(birthDate, now) >= ADULT_AGE_YEARS;
