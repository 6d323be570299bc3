import type { Insertable } from 'kysely';
import type { Profession } from '#contract/base.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { PractitionersTable } from './identity.table.ts';
import { hasSecondFactor } from './second-factor.ts';

const withPerson = (db: Db | Tx) =>
  db
    .selectFrom('practitioners')
    .innerJoin('users', 'users.id', 'practitioners.user_id')
    .select([
      'practitioners.user_id',
      'users.name',
      'users.email',
      'practitioners.profession',
      'practitioners.speciality',
      'practitioners.registration_number',
      'practitioners.registration_body',
      'practitioners.verified_at',
    ]);

/**
 * Selects people whose registration an administrator may verify or revoke. Former practitioners are included only while
 * they have a verification that can be revoked. Do not use this query in a transaction that acts for a person, because
 * such a transaction cannot see passkeys.
 */
const withFactor = (db: Db | Tx) =>
  withPerson(db)
    .where((is) => is.or([is('users.role', '=', 'practitioner'), is('practitioners.verified_at', 'is not', null)]))
    .select(hasSecondFactor('users').as('has_second_factor'));

export type PractitionerRow = Awaited<ReturnType<typeof listPractitionerRows>>[number];

/** Returns all practitioners. Practitioners who are waiting for verification come first. */
export const listPractitionerRows = (db: Db | Tx) =>
  withFactor(db)
    .orderBy('practitioners.verified_at', (order) => order.desc().nullsFirst())
    .orderBy('users.name')
    .execute();

/** Returns a practitioner. Every role may read this row, because patients see who signed their documents. */
export const findPractitionerRow = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('practitioners as d')
    .innerJoin('people', 'people.id', 'd.user_id')
    .select([
      'd.user_id',
      'people.name',
      'd.profession',
      'd.registration_number',
      'd.registration_body',
      'd.verified_at',
    ])
    .where('d.user_id', '=', userId)
    .executeTakeFirst();

/** The name and the registration that a signature shows. */
interface NamedPractitioner {
  readonly user_id: string;
  readonly name: string;
  readonly profession: Profession;
  readonly registration_number: string;
  readonly registration_body: string;
  readonly is_verified: boolean;
  readonly verified_at: Date | null;
}

export async function findPractitioner(db: Db | Tx, userId: string): Promise<NamedPractitioner | undefined> {
  const row = await findPractitionerRow(db, userId);
  if (!row) return undefined;
  return { ...row, is_verified: row.verified_at !== null };
}

/**
 * Returns the doctor who is about to sign. The check is repeated in the transaction that signs, because the
 * verification may have been revoked since the request was received.
 *
 * @throws Refusal DOCTORS_ONLY, PRACTITIONER_NOT_VERIFIED
 */
export async function requireSigner(tx: Tx, userId: string): Promise<NamedPractitioner> {
  const practitioner = await findPractitioner(tx, userId);
  if (practitioner && practitioner.profession !== 'doctor') throw new Refusal('DOCTORS_ONLY');
  if (!practitioner?.is_verified) throw new Refusal('PRACTITIONER_NOT_VERIFIED');
  return practitioner;
}

export const findPractitionerForAdmin = (db: Db | Tx, userId: string): Promise<PractitionerRow | undefined> =>
  withFactor(db).where('practitioners.user_id', '=', userId).executeTakeFirst();

export const findVerification = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('practitioners')
    .select(['user_id', 'profession', 'verified_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Returns the doctors and nurses who may work now. */
export const listVerifiedPractitioners = (db: Db | Tx): Promise<{ user_id: string; name: string }[]> =>
  ableToWork(db).execute();

/** Returns the doctors who may work now. The order is fixed, so that cases are always distributed in the same way. */
export const listVerifiedDoctors = (db: Db | Tx): Promise<{ user_id: string; name: string }[]> =>
  ableToWork(db).where('practitioners.profession', '=', 'doctor').execute();

const ableToWork = (db: Db | Tx) =>
  withPerson(db)
    .clearSelect()
    .select(['practitioners.user_id', 'users.name'])
    .where('practitioners.verified_at', 'is not', null)
    .where('users.role', '=', 'practitioner')
    .where('users.suspended_at', 'is', null)
    .orderBy('users.name')
    .orderBy('practitioners.user_id');

/** Returns the people whose registration the nightly job looks up again in the register. */
export const listVerifiedRegistrations = (db: Db | Tx) =>
  withPerson(db)
    .where('practitioners.verified_at', 'is not', null)
    .where('users.role', '=', 'practitioner')
    .where('users.suspended_at', 'is', null)
    .orderBy('practitioners.user_id')
    .execute();

export const insertPractitioner = (tx: Db | Tx, row: Insertable<PractitionersTable>): Promise<unknown> =>
  tx.insertInto('practitioners').values(row).execute();

/** Sets or removes the verification. Returns false if no such practitioner exists. */
export async function updateVerification(
  tx: Tx,
  userId: string,
  verified: { at: Date; by: string; profession: Profession } | null,
): Promise<boolean> {
  const result = await tx
    .updateTable('practitioners')
    .set({
      verified_at: verified?.at ?? null,
      verified_by: verified?.by ?? null,
      ...(verified && { profession: verified.profession }),
    })
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
