import type { AuditKind } from '#contract/audit.ts';
import type { ClinicMember, ClinicRole, MemberRole } from '#contract/clinics.ts';
import { findUserByEmail } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { getClinicId } from './save-clinic.ts';
import { listMembers } from './show-clinics.ts';

/**
 * Counts the practitioner's held and booked times at a clinic, except those that ended before `now`. The domain that
 * stores booked times provides this function.
 */
export type CountTimesAhead = (tx: Tx, clinicId: string, userId: string, now: Date) => Promise<number>;

export interface MemberInput {
  readonly clinic_id: string;
  readonly email: string;
  readonly role: MemberRole;
}

/** Adds a practitioner's account to a clinic. `inviteDesk` adds accounts of the desk. */
export const saveMember = (
  ctx: Context,
  admin: SignedIn,
  { clinic_id, email, role }: MemberInput,
): Promise<ClinicMember> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    await getClinicId(tx, clinic_id);
    const person = await findUserByEmail(tx, email);
    if (!person) throw invalidInput({ email: ['unknown'] });
    if (person.role !== 'practitioner') throw invalidInput({ email: ['no_practitioner'] });
    return addMember(ctx, tx, admin, { clinic_id, user_id: person.id, role });
  });

/** Adds a member, or changes a member's role. A call that changes nothing is not recorded. */
export async function addMember(
  ctx: Context,
  tx: Tx,
  admin: SignedIn,
  { clinic_id, user_id, role }: { clinic_id: string; user_id: string; role: ClinicRole },
): Promise<ClinicMember> {
  const before = await tx
    .selectFrom('clinic_members')
    .select('role')
    .where('clinic_id', '=', clinic_id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
  await tx
    .insertInto('clinic_members')
    .values({ clinic_id, user_id, role, created_at: ctx.clock.now() })
    .onConflict((at) => at.columns(['clinic_id', 'user_id']).doUpdateSet({ role }))
    .execute();
  const member = (await listMembers(tx, clinic_id)).find((one) => one.user_id === user_id);
  if (!member) throw new Error('a member was saved and is not there');
  if (before?.role !== role)
    await record(ctx, tx, admin, {
      action: before ? 'clinic.memberChanged' : 'clinic.memberAdded',
      clinic_id,
      details: { user_id, role, ...(before && { before: before.role }) },
    });
  return member;
}

/**
 * Removes a member from a clinic and from its services, and deletes the member's hours there. The call is refused if
 * the member has future times at the clinic.
 */
export const removeMember = (
  ctx: Context,
  admin: SignedIn,
  { clinic_id, user_id }: { clinic_id: string; user_id: string },
  countTimesAhead: CountTimesAhead,
): Promise<{ removed: boolean }> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const member = await tx
      .selectFrom('clinic_members')
      .select('role')
      .where('clinic_id', '=', clinic_id)
      .where('user_id', '=', user_id)
      .forUpdate()
      .executeTakeFirst();
    if (!member) throw new Refusal('NOT_FOUND');
    const times = await countTimesAhead(tx, clinic_id, user_id, ctx.clock.now());
    if (times > 0) throw new Refusal('MEMBER_HAS_TIMES', { times });
    const sites = tx.selectFrom('clinic_sites').select('id').where('clinic_id', '=', clinic_id);
    for (const table of ['availability_rules', 'availability_exceptions'] as const)
      await tx.deleteFrom(table).where('user_id', '=', user_id).where('site_id', 'in', sites).execute();
    await tx
      .deleteFrom('service_practitioners')
      .where('user_id', '=', user_id)
      .where('service_id', 'in', tx.selectFrom('clinic_services').select('id').where('clinic_id', '=', clinic_id))
      .execute();
    await tx.deleteFrom('clinic_members').where('clinic_id', '=', clinic_id).where('user_id', '=', user_id).execute();
    await record(ctx, tx, admin, {
      action: 'clinic.memberRemoved',
      clinic_id,
      details: { user_id, before: member.role },
    });
    return { removed: true };
  });

/** Writes a change of the members or hours of a clinic to the audit log. */
export const record = (
  ctx: Context,
  tx: Tx,
  { userId, role }: Pick<SignedIn, 'userId' | 'role'>,
  entry: { action: AuditKind; clinic_id: string; details: Record<string, unknown> },
) =>
  ctx.audit.record(tx, {
    actor: userId,
    actor_role: role,
    action: entry.action,
    subject: `clinic:${entry.clinic_id}`,
    patient_id: null,
    reason: 'clinic',
    details: entry.details,
  });
