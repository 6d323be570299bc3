import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { deleteSessions } from '../users.queries.ts';
import { lockUser } from '../admin/users.queries.ts';
import { mailPerson } from '../mail-person.ts';
import { listVerifiedRegistrations, updateVerification } from '../practitioners.queries.ts';
import { findUser, listAdmins } from '../users.queries.ts';
import { askRegister } from './confirm-registration.ts';

/**
 * The smallest number of answers for which the job may doubt the register. If all answers are "not known" and there are
 * at least this many, the register is probably at fault. The job then suspends no practitioner.
 */
const DOUBTFUL = 3;
const REASON = 'The public register no longer confirms the registration.';

export function defineRecheckJob(ctx: Context): void {
  ctx.jobs.define('identity.recheckRegistrations', z.object({}), () => recheckRegistrations(ctx), {
    cron: '23 3 * * *',
  });
}

/**
 * Queries the register every night about every verified practitioner. If the register no longer confirms a
 * practitioner's registration or profession, the practitioner is suspended and administrators are notified. If the
 * register does not answer about a practitioner, nothing changes for that practitioner. The job then fails, is tried
 * again, and appears on the system page.
 */
async function recheckRegistrations(ctx: Context): Promise<void> {
  const answers = [];
  for (const doctor of await listVerifiedRegistrations(ctx.db))
    answers.push({ doctor, outcome: await askRegister(ctx, doctor, null) });
  const known = answers.filter(({ outcome }) => outcome !== null && outcome !== 'unreachable');
  if (known.length >= DOUBTFUL && known.every(({ outcome }) => outcome === 'absent'))
    throw new Error('The register knows none of the doctors. Nobody was suspended.');
  for (const { doctor, outcome } of known)
    if (outcome === 'absent' || outcome === 'inactive' || outcome === 'other_profession')
      await suspendLost(ctx, doctor.user_id);
  const unanswered = answers.filter(({ outcome }) => outcome === 'unreachable').length;
  if (unanswered > 0) throw new Error(`The register gave no answer about ${unanswered} doctors.`);
}

/**
 * Suspends a practitioner whose registration the register no longer confirms. The verification is withdrawn too, so
 * that an administrator must verify the registration again.
 */
async function suspendLost(ctx: Context, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockUser(tx, userId);
    if (before?.role !== 'practitioner' || before.suspended_at !== null) return;
    await updateVerification(tx, userId, null);
    const suspended = { suspended_at: ctx.clock.now(), suspended_reason: REASON };
    await tx.updateTable('users').set(suspended).where('id', '=', userId).execute();
    await deleteSessions(tx, userId);
    await ctx.photos.revokeLinks(tx, userId);
    await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
    const person = await findUser(tx, userId);
    if (person) await mailPerson(ctx, tx, person, 'account_suspended', { path: '/login' });
    for (const admin of await listAdmins(tx))
      await mailPerson(ctx, tx, admin, 'registration_lost', {
        values: { name: before.name },
        path: '/admin/practitioners',
      });
    const entry = { actor: 'system', subject: `user:${userId}`, patient_id: null, reason: REASON } as const;
    await ctx.audit.record(tx, { ...entry, action: 'practitioner.revoked' });
    await ctx.audit.record(tx, { ...entry, action: 'user.suspended' });
  });
}
