import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isAdult } from '#contract/age.ts';
import { findBirthDate, findBirthDateForTeam } from './patients.queries.ts';

/**
 * Refuses a patient whose birth date is missing or shows a minor. Flaira is for people aged 18 and over.
 *
 * @throws Refusal BIRTH_DATE_MISSING, UNDER_AGE
 */
export const requireAdult = async (tx: Tx, userId: string, now: Date): Promise<void> =>
  refuseMinor(await findBirthDate(tx, userId), now, 'BIRTH_DATE_MISSING');

/**
 * Applies the same rule to an administrator who acts for a patient. The transaction must act for the administrator.
 *
 * @throws Refusal PATIENT_BIRTH_DATE_MISSING, UNDER_AGE
 */
export const requireAdultPatient = async (tx: Tx, userId: string, now: Date): Promise<void> =>
  refuseMinor(await findBirthDateForTeam(tx, userId), now, 'PATIENT_BIRTH_DATE_MISSING');

function refuseMinor(birthDate: string | null, now: Date, missing: string): void {
  if (birthDate === null) throw new Refusal(missing);
  if (!isAdult(birthDate, now)) throw new Refusal('UNDER_AGE');
}
