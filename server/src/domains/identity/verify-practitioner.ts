import type { Practitioner } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  findPractitionerForAdmin,
  listPractitionerRows,
  type PractitionerRow,
  updateVerification,
} from './practitioners.queries.ts';

export async function listPractitioners(ctx: Context): Promise<Practitioner[]> {
  return (await listPractitionerRows(ctx.db)).map(toPractitioner);
}

/** An administrator confirms, or revokes, that a registration was looked up at its body. Verifying twice keeps the first date. */
export async function verifyPractitioner(
  ctx: Context,
  admin: string,
  userId: string,
  isVerified: boolean,
): Promise<Practitioner> {
  return ctx.db.transaction().execute(async (tx) => {
    const before = await findPractitionerForAdmin(tx, userId);
    if (!before) throw new Refusal('NOT_FOUND');
    if ((before.verified_at !== null) === isVerified) return toPractitioner(before);
    await updateVerification(tx, userId, isVerified ? { at: ctx.clock.now(), by: admin } : null);
    if (!isVerified) await ctx.photos.revokeLinks(tx, userId);
    const after = await findPractitionerForAdmin(tx, userId);
    await ctx.audit.record(tx, {
      actor: admin,
      action: isVerified ? 'practitioner.verified' : 'practitioner.revoked',
      subject: `user:${userId}`,
      patient_id: null,
      reason: 'registration',
    });
    return toPractitioner(after ?? { ...before, verified_at: null });
  });
}

const toPractitioner = (row: PractitionerRow): Practitioner => ({
  user_id: row.user_id,
  name: row.name,
  email: row.email,
  speciality: row.speciality,
  registration_number: row.registration_number,
  registration_body: row.registration_body,
  is_verified: row.verified_at !== null,
  verified_at: row.verified_at?.toISOString() ?? null,
  has_second_factor: Boolean(row.has_second_factor),
});
