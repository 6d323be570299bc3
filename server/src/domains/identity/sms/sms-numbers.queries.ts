import type { Selectable } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SmsNumbersTable } from '../identity.table.ts';

type SmsNumber = Selectable<SmsNumbersTable>;
/** A phone number whose owner agreed to reminders. */
export interface AgreedNumber {
  readonly user_id: string;
  readonly number: string;
  readonly zone: string;
}

export const findSmsNumber = (db: Db | Tx, userId: string): Promise<SmsNumber | undefined> =>
  db.selectFrom('sms_numbers').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const findSmsNumberForUpdate = (tx: Tx, userId: string): Promise<SmsNumber | undefined> =>
  tx.selectFrom('sms_numbers').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();

/** Returns the phone number of this person if they agreed to reminders by SMS. */
export const findAgreedNumber = (db: Db | Tx, userId: string): Promise<AgreedNumber | undefined> =>
  agreed(db).where('user_id', '=', userId).executeTakeFirst();

/** Returns the person who agreed to reminders on this number. At most one person can have agreed. */
export const findAgreedPerson = (db: Db | Tx, number: string): Promise<AgreedNumber | undefined> =>
  agreed(db).where('number', '=', number).executeTakeFirst();

const agreed = (db: Db | Tx) =>
  db
    .selectFrom('sms_numbers')
    .select(['user_id', 'number', 'zone'])
    .where('agreed_at', 'is not', null)
    .where('number', 'is not', null)
    .$narrowType<{ number: string }>();

/**
 * Ends a person's agreement and deletes the number. Returns true if there was a number, even if it was not confirmed.
 */
export async function endSmsNumber(
  tx: Db | Tx,
  userId: string,
  by: NonNullable<SmsNumber['ended_by']>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sms_numbers')
    .set({ number: null, code_hash: null, code_ends_at: null, code_tries: 0, ended_at: now, ended_by: by })
    .where('user_id', '=', userId)
    .where('number', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
