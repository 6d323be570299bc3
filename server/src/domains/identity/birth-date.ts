import { ADULT_AGE_YEARS } from '#contract/intake.ts';

/** Returns the number of full years between a birth date (YYYY-MM-DD) and a day, in UTC. */
export function ageAt(birthDate: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const isBeforeBirthday = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day);
  return now.getUTCFullYear() - year - (isBeforeBirthday ? 1 : 0);
}

/** Returns false for a date that is in the future or more than 120 years ago. Such a date must be a typing error. */
export const isBirthDatePossible = (birthDate: string, now: Date): boolean => {
  const age = ageAt(birthDate, now);
  return age >= 0 && age <= 120;
};

export const isAdult = (birthDate: string, now: Date): boolean => ageAt(birthDate, now) >= ADULT_AGE_YEARS;
