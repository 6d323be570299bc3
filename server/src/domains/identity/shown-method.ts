import type { SignatureMethods, ShownMethods } from '#contract/signing.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { skipsSecondFactor } from './resolve-caller.ts';

interface Signed {
  readonly method: (typeof SignatureMethods)[number];
  /** Null once the practitioner's account is erased. */
  readonly practitioner_id: string | null;
}

/**
 * Returns the way in which a signature was confirmed. A demo account outside of production needs no code, so it signs
 * with its password alone.
 *
 * @param db must be able to read the doctor's account, which a patient's own transaction cannot
 */
export async function shownMethod(
  ctx: Context,
  db: Db | Tx,
  { method, practitioner_id }: Signed,
): Promise<(typeof ShownMethods)[number]> {
  if (method !== 'password' || practitioner_id === null) return method;
  const doctor = await db.selectFrom('users').select('is_demo').where('id', '=', practitioner_id).executeTakeFirst();
  return skipsSecondFactor(ctx, doctor?.is_demo ?? false) ? 'demo_password' : method;
}
