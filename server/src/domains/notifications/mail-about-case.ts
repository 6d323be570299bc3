import {
  findUser,
  listAdmins,
  listVerifiedDoctors,
  mailPerson,
  type MailTemplate,
} from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';

/**
 * Sends an email that only announces news. The person has to sign in to see the details. `eventId` prevents a second
 * email if an event is delivered again.
 */
export async function mailAboutCase(
  ctx: Context,
  userId: string,
  template: MailTemplate,
  path: string,
  eventId: number,
): Promise<void> {
  const person = await findUser(ctx.db, userId);
  if (person) await mailPerson(ctx, ctx.db, person, template, { path, key: `${template}:${eventId}:${userId}` });
}

/** Sends an email to this doctor, or to the administrators if `practitionerId` is null. */
export async function mailWhoeverIsInCharge(
  ctx: Context,
  practitionerId: string | null,
  template: MailTemplate,
  path: string,
  eventId: number,
): Promise<void> {
  const ids = practitionerId ? [practitionerId] : (await listAdmins(ctx.db)).map(({ id }) => id);
  for (const id of ids) await mailAboutCase(ctx, id, template, path, eventId);
}

/**
 * Sends an urgent email to the responsible doctor and to the administrators. If `ownerId` is null, the email is sent to
 * all verified doctors and to the administrators. Callers pass null if there is no responsible doctor, or if nobody
 * responded in time.
 */
export async function mailUrgent(ctx: Context, ownerId: string | null, eventId: number): Promise<void> {
  const doctors = ownerId ? [ownerId] : (await listVerifiedDoctors(ctx.db)).map(({ user_id }) => user_id);
  for (const id of doctors) await mailAboutCase(ctx, id, 'urgent_signs', '/studio/urgent', eventId);
  for (const { id } of await listAdmins(ctx.db))
    await mailAboutCase(ctx, id, 'urgent_signs', '/studio/urgent', eventId);
}
