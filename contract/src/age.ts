/** The age from which a person may become a patient. */
export const ADULT_AGE_YEARS = 18;

/**
 * Ages are counted in the days of Paris, because the service does not store where a person is. All browsers write a
 * date of this language as 11/21/2026.
 */
const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Paris' });

/** Returns the number of full years between a birth date (YYYY-MM-DD) and the current day in Paris. */
export function ageAt(birthDate: string, now: Date): number {
  const [month = 0, day = 0, year = 0] = dayFormat.format(now).split('/').map(Number);
  const [birthYear = 0, birthMonth = 0, birthDay = 0] = birthDate.split('-').map(Number);
  return year - birthYear - (month * 100 + day < birthMonth * 100 + birthDay ? 1 : 0);
}

/** Returns false for a date that is in the future or more than 120 years ago. Such a date must be a typing error. */
export function isBirthDatePossible(birthDate: string, now: Date): boolean {
  const age = ageAt(birthDate, now);
  return age >= 0 && age <= 120;
}

export const isAdult = (birthDate: string, now: Date): boolean => ageAt(birthDate, now) >= ADULT_AGE_YEARS;
