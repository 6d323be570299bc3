import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConsentVersions } from '#contract/identity.ts';
import { Poses } from '#contract/intake.ts';
import { createAccount } from '#server/domains/identity/index.ts';
import {
  appendUserPhoto,
  attachLeadFilesToUser,
  claimLeadSecure,
  insertAnswers,
  startLead,
  uploadLeadPhoto,
  uploadUserPhoto,
  upsertLeadOpen,
} from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { facePath } from './faces.ts';
import type { DemoPatient } from './people.ts';

const consent = { purpose: 'simulation', version: ConsentVersions.simulation, language: 'en' } as const;

export const signedIn = (userId: string, role: SignedIn['role']): SignedIn => ({
  kind: 'user',
  userId,
  role,
  secondFactor: true,
  sessionId: 'demo',
  language: 'en',
});

/** Adds photos of expressions, which a patient may send while waiting. */
export async function addExpressions(
  ctx: Context,
  patientId: string,
  { face, expressions }: DemoPatient,
): Promise<void> {
  for (const pose of expressions) {
    const shot = { pose, bytes: readFileSync(facePath(face, pose)), isVerified: true };
    const { path } = await uploadUserPhoto(ctx, patientId, shot);
    await appendUserPhoto(ctx, patientId, pose, path);
  }
  // Delivers the events now, so that the photos are added to the case before a doctor takes the case.
  await ctx.outbox.drain();
}

/** Takes the steps of a visitor: consent, three photos, answers, contact, account. Returns the patient's id once the case is open. */
export async function receivePatient(ctx: Context, patient: DemoPatient): Promise<string> {
  const leadId = randomUUIDv7();
  const { secret } = await startLead(ctx, { leadId, secret: null }, consent, '203.0.113.7');
  const key = { leadId, secret };
  for (const pose of Poses) {
    await uploadLeadPhoto(ctx, key, { pose, bytes: readFileSync(facePath(patient.face, pose)), isVerified: true });
  }
  await insertAnswers(ctx, key, patient.answers);
  const { email, first_name, last_name } = patient.account;
  const contact = { email, first_name, last_name, phone: '+33 6 12 34 56 78', birth_date: patient.birth_date };
  await upsertLeadOpen(ctx, key, contact, [
    consent,
    { ...consent, purpose: 'account', version: ConsentVersions.account },
  ]);
  const userId = await createAccount(ctx, { created_at: ctx.clock.now(), ...patient.account });
  const caller = signedIn(userId, 'patient');
  await claimLeadSecure(ctx, caller, key, userId);
  await attachLeadFilesToUser(ctx, caller, secret, userId);
  await ctx.outbox.drain();
  return userId;
}
