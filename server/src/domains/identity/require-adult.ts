import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isAdult } from './birth-date.ts';
import { findBirthDate } from './patients.queries.ts';

/**
 * Refuses a patient whose birth date is missing or shows a minor. Flaira is for people aged 18 and over.
 *
 * @throws Refusal BIRTH_DATE_MISSING, UNDER_AGE
 */
export async function requireAdult(tx: Tx, userId: string, now: Date): Promise<void> {
  const birthDate = await findBirthDate(tx, userId);
  if (birthDate === null) throw new Refusal('BIRTH_DATE_MISSING');
  if (!isAdult(birthDate, now)) throw new Refusal('UNDER_AGE');
}
