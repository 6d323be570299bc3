import { findUser, listAdmins, mailPerson, type MailTemplate } from '#server/domains/identity/index.ts';
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
