import type { Db, Tx } from '#server/platform/db/db.ts';
import { findPractitionerRow } from './practitioners.queries.ts';

/** The signer's name and registration, as a signature states them. */
export interface NamedPractitioner {
  readonly user_id: string;
  readonly name: string;
  readonly registration_number: string;
  readonly registration_body: string;
  readonly is_verified: boolean;
  readonly verified_at: Date | null;
}

export async function findPractitioner(db: Db | Tx, userId: string): Promise<NamedPractitioner | undefined> {
  const row = await findPractitionerRow(db, userId);
  if (!row) return undefined;
  const { user_id, name, registration_number, registration_body, verified_at } = row;
  return { user_id, name, registration_number, registration_body, is_verified: verified_at !== null, verified_at };
}
