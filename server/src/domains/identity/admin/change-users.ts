import type { AuditKind } from '#contract/audit.ts';
import { type GivenRole, type Plan, Plans, type Profession } from '#contract/base.ts';
import type { Speciality } from '#contract/directory.ts';
import { isNumberWrong } from '#contract/registration.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { mailPerson } from '../mail-person.ts';
import { findPractitionerRow, insertPractitioner, updateVerification } from '../practitioners.queries.ts';
import { deleteSessions, findUser, setGivenPlan } from '../users.queries.ts';
import { lockUser } from './users.queries.ts';

interface Change {
  readonly user_id: string;
  readonly reason: string;
}

export interface Registration {
  readonly profession: Profession;
  readonly speciality: Speciality;
  readonly registration_number: string;
  readonly registration_body: string;
}

/**
 * Gives a role to an account. The service ends all sessions of the person, so that no open browser still has the rights
 * of the old role.
 */
export const setUserRole = (
  ctx: Context,
  admin: SignedIn,
  { role, registration, ...change }: Change & { role: GivenRole; registration?: Registration | null | undefined },
): Promise<void> =>
  changing(ctx, admin, change, 'user.role_changed', async (tx, before) => {
    if (change.user_id === admin.userId) throw new Refusal('NOT_YOURSELF');
    if (before.role === role) return null;
    // A desk account belongs to the reception of a clinic and can see the clinic's patients. Desk accounts are created
    // only for a clinic. They cannot get another role.
    if (before.role === 'desk') throw invalidInput({ role: ['desk_account'] });
    // An account with an unconfirmed address is deleted when anyone signs up with this address again.
    if (role !== 'patient' && !before.email_verified) throw new Refusal('EMAIL_NOT_CONFIRMED');
    // Only a patient can open the page that ends a subscription.
    if (role !== 'patient' && before.paid_plan !== 'free') throw new Refusal('SUBSCRIPTION_RUNS');
    if (role === 'practitioner') await ensureRegistration(tx, change.user_id, registration);
    // A person who is no longer a practitioner loses the verification. If that person becomes a practitioner again, the
    // registration must be verified again.
    else if (before.role === 'practitioner') await updateVerification(tx, change.user_id, null);
    await tx.updateTable('users').set({ role, updated_at: ctx.clock.now() }).where('id', '=', change.user_id).execute();
    await endSessions(ctx, tx, change.user_id);
    return { from: before.role, to: role };
  });

/**
 * Requires that a practitioner has a registration. An administrator verifies it before the practitioner sees a case.
 */
async function ensureRegistration(
  tx: Tx,
  userId: string,
  registration: Registration | null | undefined,
): Promise<void> {
  if (await findPractitionerRow(tx, userId)) return;
  if (!registration) throw invalidInput({ registration: ['required'] });
  if (isNumberWrong(registration)) throw invalidInput({ 'registration.registration_number': ['malformed'] });
  await insertPractitioner(tx, { user_id: userId, ...registration, verified_at: null, verified_by: null });
}

/**
 * Gives a person a subscription plan without a payment. The given plan stays until an administrator resets the person
 * to the paid plan. This is also possible while the paid plan hides the given plan because it is equal or higher. An
 * administrator cannot set a plan that is lower than the paid plan.
 */
export const setUserPlan = (
  ctx: Context,
  admin: SignedIn,
  { plan, ...change }: Change & { plan: Plan },
): Promise<void> =>
  changing(ctx, admin, change, 'user.plan_changed', async (tx, before) => {
    const above = Plans.indexOf(plan) - Plans.indexOf(before.paid_plan);
    if (above < 0) throw new Refusal('PLAN_IS_PAID', { plan: before.paid_plan });
    const given = above > 0 ? plan : null;
    if (before.given_plan === given) return null;
    await setGivenPlan(tx, change.user_id, given);
    return { from: before.plan, to: plan, given_before: before.given_plan, given };
  });

/**
 * Suspends an account, or ends its suspension. A suspended account loses its sessions and cannot get new ones. Its data
 * stays. The person gets an email. The domain `billing` cancels the person's subscription.
 */
export const suspendUser = (
  ctx: Context,
  admin: SignedIn,
  { is_suspended, ...change }: Change & { is_suspended: boolean },
): Promise<void> =>
  changing(ctx, admin, change, is_suspended ? 'user.suspended' : 'user.restored', async (tx, before) => {
    if (change.user_id === admin.userId) throw new Refusal('NOT_YOURSELF');
    if ((before.suspended_at !== null) === is_suspended) return null;
    const suspended_at = is_suspended ? ctx.clock.now() : null;
    await tx
      .updateTable('users')
      .set({ suspended_at, suspended_reason: is_suspended ? change.reason : '' })
      .where('id', '=', change.user_id)
      .execute();
    if (is_suspended) {
      await endSessions(ctx, tx, change.user_id);
      await ctx.outbox.emit(tx, 'identity.suspended', { user_id: change.user_id });
    }
    const person = await findUser(tx, change.user_id);
    if (person)
      await mailPerson(ctx, tx, person, is_suspended ? 'account_suspended' : 'account_restored', { path: '/login' });
    return {};
  });

/** Signs a person out in all browsers, or in one browser. Returns the number of ended sessions. */
export async function endUserSessions(
  ctx: Context,
  admin: SignedIn,
  { session_id, ...change }: Change & { session_id?: string | null | undefined },
): Promise<number> {
  let ended = 0;
  await changing(ctx, admin, change, 'user.signed_out', async (tx) => {
    ended = session_id ? await endOne(tx, change.user_id, session_id) : await deleteSessions(tx, change.user_id);
    if (ended > 0) await tellEnded(ctx, tx, change.user_id);
    return ended > 0 ? { ended } : null;
  });
  return ended;
}

async function endOne(tx: Tx, userId: string, sessionId: string): Promise<number> {
  const result = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

async function endSessions(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await deleteSessions(tx, userId);
  await tellEnded(ctx, tx, userId);
}

async function tellEnded(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await ctx.photos.revokeLinks(tx, userId);
  await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
}

type Before = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/**
 * Makes one change to an account, in one transaction with its audit entry. If `work` returns null, nothing changed and
 * nothing is logged.
 */
const changing = (
  ctx: Context,
  admin: SignedIn,
  { user_id, reason }: Change,
  action: AuditKind,
  work: (tx: Tx, before: Before) => Promise<Record<string, unknown> | null>,
): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const before = await lockUser(tx, user_id);
    if (!before) throw new Refusal('NOT_FOUND');
    const details = await work(tx, before);
    if (details === null) return;
    await ctx.audit.record(tx, {
      actor: admin.userId,
      actor_role: admin.role,
      action,
      subject: `user:${user_id}`,
      patient_id: before.role === 'patient' ? user_id : null,
      reason,
      details,
    });
  });
