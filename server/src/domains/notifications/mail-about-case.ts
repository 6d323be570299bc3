import {
  findUser,
  listAdmins,
  listVerifiedPractitioners,
  mailPerson,
  type MailTemplate,
} from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';

/** Something is waiting; what it is stays behind the sign-in. `eventId` keeps a repeated delivery from being a second mail. */
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

/** To the doctor whose case it is; to the administrators when it is nobody's. */
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

/** To the doctor who answers for it and to the administrators; when nobody does, or nobody has answered in time, to every doctor, too. */
export async function mailUrgent(ctx: Context, ownerId: string | null, eventId: number): Promise<void> {
  const doctors = ownerId ? [ownerId] : (await listVerifiedPractitioners(ctx.db)).map(({ user_id }) => user_id);
  for (const id of doctors) await mailAboutCase(ctx, id, 'urgent_signs', '/studio/urgent', eventId);
  for (const { id } of await listAdmins(ctx.db))
    await mailAboutCase(ctx, id, 'urgent_signs', '/studio/urgent', eventId);
}
