import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
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

interface Answer {
  readonly user_id: string;
  readonly outcome: Awaited<ReturnType<typeof askRegister>>;
}

/**
 * Queries the register every night about every verified practitioner. If the register no longer confirms a
 * practitioner's registration or profession, the practitioner is suspended and administrators are notified. If the
 * register does not answer about a practitioner, nothing changes for that practitioner. The job then fails, is tried
 * again, and appears on the system page.
 */
async function recheckRegistrations(ctx: Context): Promise<void> {
  const answers: Answer[] = [];
  const steps = [
    { id: 'ask', run: () => askAboutAll(ctx, answers) },
    { id: 'suspend', run: () => suspendAllLost(ctx, answers) },
  ];
  await oneByOne(ctx.log, steps, ({ run }) => run());
}

/** Adds the answers of the register to `answers`. An error about one practitioner does not stop the others. */
async function askAboutAll(ctx: Context, answers: Answer[]): Promise<void> {
  const all = (await listVerifiedRegistrations(ctx.db)).map((doctor) => ({ ...doctor, id: doctor.user_id }));
  await oneByOne(ctx.log, all, async (doctor) => {
    answers.push({ user_id: doctor.user_id, outcome: await askRegister(ctx, doctor, null) });
  });
  const unanswered = answers.filter(({ outcome }) => outcome === 'unreachable').length;
  if (unanswered > 0) throw new Error(`The register gave no answer about ${unanswered} doctors.`);
}

async function suspendAllLost(ctx: Context, answers: readonly Answer[]): Promise<void> {
  const known = answers.filter(({ outcome }) => outcome !== null && outcome !== 'unreachable');
  if (known.length >= DOUBTFUL && known.every(({ outcome }) => outcome === 'absent'))
    throw new Error('The register knows none of the doctors. Nobody was suspended.');
  const lost = known.filter(
    ({ outcome }) => outcome === 'absent' || outcome === 'inactive' || outcome === 'other_profession',
  );
  await oneByOne(
    ctx.log,
    lost.map(({ user_id }) => ({ id: user_id })),
    ({ id }) => suspendLost(ctx, id),
  );
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
