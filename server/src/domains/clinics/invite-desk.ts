import type { ClinicMember } from '#contract/clinics.ts';
import { findOrMakeDeskAccount, mailDeskInvitation, type NewDeskAccount } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { addMember } from './members.ts';
import { getClinicId } from './save-clinic.ts';

/**
 * Adds a person to the desk of a clinic. The account is created first, in its own transaction, because the database
 * roles of staff may not create accounts. An account without a clinic sees no data. If the person has not set a
 * password yet, another call sends a new link by email.
 */
export async function inviteDesk(
  ctx: Context,
  admin: SignedIn,
  { clinic_id, ...account }: NewDeskAccount & { readonly clinic_id: string },
): Promise<ClinicMember> {
  await withStaff(ctx.db, admin.userId, (tx) => getClinicId(tx, clinic_id));
  const user_id = await findOrMakeDeskAccount(ctx, account);
  const member = await withStaff(ctx.db, admin.userId, (tx) =>
    addMember(ctx, tx, admin, { clinic_id, user_id, role: 'desk' }),
  );
  await mailDeskInvitation(ctx, user_id);
  return member;
}
