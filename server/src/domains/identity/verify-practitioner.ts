import type { Profession } from '#contract/base.ts';
import { DocumentSeen, type Practitioner } from '#contract/identity.ts';
import { isNumberWrong } from '#contract/registration.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import {
  findPractitionerForAdmin,
  listPractitionerRows,
  type PractitionerRow,
  updateVerification,
} from './practitioners.queries.ts';
import { type LastCheck, listLastChecks } from './registration/checks.queries.ts';
import { confirmRegistration } from './registration/confirm-registration.ts';
import { registerOf } from './registration/register.ts';

export async function listPractitioners(ctx: Context): Promise<Practitioner[]> {
  return withChecks(ctx, ctx.db, await listPractitionerRows(ctx.db));
}

interface Change {
  readonly user_id: string;
  readonly is_verified: boolean;
  readonly profession?: Profession | null | undefined;
  readonly document?: DocumentSeen | null | undefined;
}

/**
 * Confirms a registration and its profession, or revokes the confirmation. The proof is the answer of a register, or a
 * document that an administrator saw. Confirming again does not change the date of the first confirmation. The
 * profession can change only after the confirmation was revoked.
 */
export async function verifyPractitioner(ctx: Context, admin: string, change: Change): Promise<Practitioner> {
  const asked = await findPractitionerForAdmin(ctx.db, change.user_id);
  if (!asked) throw new Refusal('NOT_FOUND');
  const checked = change.is_verified && !asked.verified_at ? (change.profession ?? asked.profession) : null;
  if (checked) await confirmRegistration(ctx, admin, { ...asked, profession: checked }, change.document);
  const stored = await ctx.db.transaction().execute((tx) => storeVerification(ctx, tx, admin, { ...change, checked }));
  // Null means that the registration was already confirmed when this call began, so it was not checked, and that the
  // confirmation was revoked afterwards. The call starts again and checks the registration.
  return stored ?? verifyPractitioner(ctx, admin, change);
}

interface Checked extends Change {
  /** The profession that this call has checked, or null if it has checked nothing. */
  readonly checked: Profession | null;
}

/** Returns null, and stores nothing, if the registration must be checked first. */
async function storeVerification(
  ctx: Context,
  tx: Tx,
  admin: string,
  { user_id: userId, is_verified: isVerified, checked, ...change }: Checked,
): Promise<Practitioner | null> {
  const before = await findPractitionerForAdmin(tx, userId);
  if (!before) throw new Refusal('NOT_FOUND');
  if (isVerified && before.verified_at && (change.profession ?? before.profession) !== before.profession)
    throw invalidInput({ profession: ['verified'] });
  if ((before.verified_at !== null) === isVerified) return present(ctx, tx, before);
  // Stores the profession that was checked, even if another administrator has changed the profession in the meantime.
  const profession = isVerified ? checked : before.profession;
  if (!profession) return null;
  await updateVerification(tx, userId, isVerified ? { at: ctx.clock.now(), by: admin, profession } : null);
  if (isVerified) await ctx.outbox.emit(tx, 'identity.practitionerVerified', { user_id: userId });
  else await ctx.photos.revokeLinks(tx, userId);
  const after = await findPractitionerForAdmin(tx, userId);
  await ctx.audit.record(tx, {
    actor: admin,
    actor_role: 'admin',
    action: isVerified ? 'practitioner.verified' : 'practitioner.revoked',
    subject: `user:${userId}`,
    patient_id: null,
    reason: 'registration',
    details: { profession },
  });
  return present(ctx, tx, after ?? { ...before, verified_at: null });
}

async function present(ctx: Context, db: Db | Tx, row: PractitionerRow): Promise<Practitioner> {
  const [last] = await listLastChecks(db, [row.user_id]);
  return toPractitioner(ctx, row, last);
}

async function withChecks(ctx: Context, db: Db | Tx, rows: readonly PractitionerRow[]): Promise<Practitioner[]> {
  const checks = await listLastChecks(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const byDoctor = new Map(checks.map((check) => [check.user_id, check]));
  return rows.map((row) => toPractitioner(ctx, row, byDoctor.get(row.user_id)));
}

const toPractitioner = (ctx: Context, row: PractitionerRow, last: LastCheck | undefined): Practitioner => ({
  user_id: row.user_id,
  name: row.name,
  email: row.email,
  profession: row.profession,
  speciality: row.speciality,
  registration_number: row.registration_number,
  registration_body: row.registration_body,
  is_verified: row.verified_at !== null,
  verified_at: row.verified_at?.toISOString() ?? null,
  has_second_factor: Boolean(row.has_second_factor),
  is_number_wrong: isNumberWrong(row),
  is_looked_up: registerOf(ctx.config, row) !== null,
  last_check: last
    ? {
        source: last.source,
        outcome: last.outcome,
        document: last.outcome === 'seen' ? DocumentSeen.parse(last.answer) : null,
        first_at: last.first_at.toISOString(),
        last_at: last.last_at.toISOString(),
      }
    : null,
});
