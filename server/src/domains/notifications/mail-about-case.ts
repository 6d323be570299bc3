import {
  findUser,
  listAdmins,
  listVerifiedDoctors,
  mailPerson,
  type MailTemplate,
} from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';

/** Says that something is waiting; the details are behind the sign-in. `eventId` prevents a second mail for a repeated delivery. */
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

/** Mails the doctor of the case, or the administrators if it has none. */
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
 * Mails the doctor responsible and the administrators. If there is no such doctor, or nobody answered in time, also to
 * all doctors.
 */
export async function mailUrgent(ctx: Context, ownerId: string | null, eventId: number): Promise<void> {
  const doctors = ownerId ? [ownerId] : (await listVerifiedDoctors(ctx.db)).map(({ user_id }) => user_id);
  for (const id of doctors) await mailAboutCase(ctx, id, 'urgent_signs', '/studio/urgent', eventId);
  for (const { id } of await listAdmins(ctx.db))
    await mailAboutCase(ctx, id, 'urgent_signs', '/studio/urgent', eventId);
}
