import type { Profession } from '#contract/base.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findPractitionerRow } from './practitioners.queries.ts';

/** The name and the registration that a signature shows. */
export interface NamedPractitioner {
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
