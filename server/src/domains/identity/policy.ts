import { sql } from 'kysely';
import { type Access, ruleOf } from '#contract/access.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, withDesk } from '#server/platform/db/db.ts';
import type { Caller, SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findVerification } from './practitioners.queries.ts';

/**
 * Refuses callers who do not meet the access rule of an API procedure. The service checks every request with this
 * function. A use case repeats a check only if its access depends on more than the access rule. The role is checked
 * before the registration, so that callers with another role learn nothing about registrations.
 */
export async function admit(ctx: Pick<Context, 'db'>, caller: Caller, access: Access): Promise<void> {
  const { session, roles, staff, nurses } = ruleOf(access);
  if (!session) return;
  if (caller.kind !== 'user') throw new Refusal('UNAUTHENTICATED');
  if (roles && !roles.includes(caller.role)) throw new Refusal('FORBIDDEN');
  if (!staff || caller.role === 'patient') return;
  if (!caller.secondFactor) throw new Refusal('SECOND_FACTOR_REQUIRED');
  if (caller.role === 'desk' && !(await worksAtDesk(ctx.db, caller.userId))) throw new Refusal('FORBIDDEN');
  if (caller.role !== 'practitioner') return;
  const practitioner = await findVerification(ctx.db, caller.userId);
  // A nurse gets DOCTORS_ONLY even if the registration is not verified, because waiting for the verification would not
  // help.
  if (practitioner && practitioner.profession !== 'doctor' && !nurses) throw new Refusal('DOCTORS_ONLY');
  if (!practitioner?.verified_at) throw new Refusal('PRACTITIONER_NOT_VERIFIED');
}

/** Returns true if a desk account (reception of a clinic) currently belongs to a clinic. */
const worksAtDesk = (db: Db, userId: string): Promise<boolean> =>
  withDesk(db, userId, async (tx) => {
    const { rows } = await sql<{ is_there: boolean }>`select exists (select from desk_clinics()) as is_there`.execute(
      tx,
    );
    return rows[0]?.is_there === true;
  });

/** Throws a refusal if a parameter names a person other than the caller. */
export function requireCallerIs({ userId }: SignedIn, named: string): void {
  if (userId !== named) throw new Refusal('NOT_THE_CALLER');
}
