import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';

/**
 * Returns the patient row of a person, and creates the row if it is missing. The transaction must act for that person
 * or for the service.
 */
export async function ensurePatient(tx: Tx, userId: string): Promise<{ id: string; birth_date: string | null }> {
  await tx
    .insertInto('patients')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return tx.selectFrom('patients').select(['id', 'birth_date']).where('user_id', '=', userId).executeTakeFirstOrThrow();
}

/** Returns the birth date as YYYY-MM-DD, or null if it is not known yet. */
export async function findBirthDate(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.selectFrom('patients').select('birth_date').where('user_id', '=', userId).executeTakeFirst();
  return row?.birth_date ?? null;
}

/** Returns the same to an administrator, who cannot read the row of the patient. */
export async function findBirthDateForTeam(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ birth_date: string | null }>`select birth_date_of(${userId}) as birth_date`.execute(tx);
  return rows[0]?.birth_date ?? null;
}

export async function setBirthDate(tx: Tx, userId: string, birthDate: string): Promise<void> {
  await ensurePatient(tx, userId);
  await tx.updateTable('patients').set({ birth_date: birthDate }).where('user_id', '=', userId).execute();
}
