import {
  findUser,
  listAdmins,
  listVerifiedDoctors,
  listVerifiedPractitioners,
  mailPerson,
  type MailTemplate,
} from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';

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
  if (!person) return;
  const key = `${template}:${eventId}:${userId}`;
  await mailPerson(ctx, ctx.db, person, template, { path, key, isForAdmin: person.role === 'admin' });
}

/** The page with the cases for administrators, who cannot open a case in the studio. */
const CASES = '/admin/cases';

/**
 * Sends an email to this doctor. If `practitionerId` is null, or the doctor may not work at the moment, the email is sent
 * to the administrators. A suspended doctor sees no cases, so nobody would handle the news.
 *
 * @param path the page for the doctor
 */
export async function mailWhoeverIsInCharge(
  ctx: Context,
  practitionerId: string | null,
  template: MailTemplate,
  path: string,
  eventId: number,
): Promise<void> {
  const working = await ifWorking(ctx, practitionerId);
  if (working) return mailAboutCase(ctx, working, template, path, eventId);
  for (const { id } of await listAdmins(ctx.db)) await mailAboutCase(ctx, id, template, CASES, eventId);
}

/**
 * Tells this doctor what others did with the doctor's case. The email speaks of "your case" and asks for no work, so this
 * doctor gets it even if the doctor may not work at the moment. If `practitionerId` is null, it is sent to the
 * administrators.
 *
 * @param path the page for the doctor
 */
export const mailAboutOwnCase = (
  ctx: Context,
  practitionerId: string | null,
  template: MailTemplate,
  path: string,
  eventId: number,
): Promise<void> =>
  practitionerId
    ? mailAboutCase(ctx, practitionerId, template, path, eventId)
    : mailWhoeverIsInCharge(ctx, null, template, path, eventId);

/**
 * Tells the doctor in charge that another doctor opened the case. If the doctor in charge may not work at the moment, the
 * administrators are told as well, because a person who can act must know of every opening.
 */
export async function mailCaseOpened(
  ctx: Context,
  { practitioner_id, case_id }: OutboxEvents['simulation.caseOpened'],
  eventId: number,
): Promise<void> {
  const path = `/studio/cases/${case_id}`;
  if (practitioner_id) await mailAboutCase(ctx, practitioner_id, 'case_opened', path, eventId);
  if (!(await ifWorking(ctx, practitioner_id))) await mailWhoeverIsInCharge(ctx, null, 'case_opened', path, eventId);
}

/**
 * Sends an email about a request to reopen a signed case to the people who may answer it. Administrators answer a
 * doctor's request, and the doctor in charge gets the email as information. A doctor answers an administrator's request.
 * If the doctor in charge may not work at the moment, all verified doctors get the email.
 */
export async function mailReopeningAsked(
  ctx: Context,
  { case_id, practitioner_id, asked_as }: OutboxEvents['simulation.reopeningAsked'],
  eventId: number,
): Promise<void> {
  const tell = (id: string, path: string) => mailAboutCase(ctx, id, 'case_reopening_asked', path, eventId);
  const working = await ifWorking(ctx, practitioner_id);
  if (working) await tell(working, `/studio/cases/${case_id}`);
  if (asked_as === 'practitioner') for (const { id } of await listAdmins(ctx.db)) await tell(id, CASES);
  else if (!working) for (const { user_id } of await listVerifiedDoctors(ctx.db)) await tell(user_id, '/studio');
}

/**
 * Informs the doctor in charge that a patient needs a talk. If there is no such doctor, or this doctor may not work at
 * the moment, the administrators get the message. It links to the page of the patient, who may have no case.
 */
export async function mailTalkNeeded(
  ctx: Context,
  { user_id, case_id, practitioner_id }: OutboxEvents['care.talkNeeded'],
  eventId: number,
): Promise<void> {
  const tell = (id: string, path: string) => mailAboutCase(ctx, id, 'talk_needed', path, eventId);
  const working = await ifWorking(ctx, practitioner_id);
  if (working && case_id) return tell(working, `/studio/cases/${case_id}`);
  for (const { id } of await listAdmins(ctx.db)) await tell(id, `/admin/users?u=${user_id}`);
}

/** Returns the id, or null if this practitioner is suspended, has another role, or is not verified any more. */
async function ifWorking(ctx: Context, practitionerId: string | null): Promise<string | null> {
  if (!practitionerId) return null;
  const working = await listVerifiedPractitioners(ctx.db);
  return working.some(({ user_id }) => user_id === practitionerId) ? practitionerId : null;
}

/**
 * Sends an urgent email to the responsible doctor and to the administrators. If `ownerId` is null, or that doctor may
 * not work at the moment, the email is sent to all verified doctors and to the administrators. Callers pass null if
 * there is no responsible doctor, or if nobody responded in time.
 */
export async function mailUrgent(ctx: Context, ownerId: string | null, eventId: number): Promise<void> {
  const owner = await ifWorking(ctx, ownerId);
  const doctors = owner ? [owner] : (await listVerifiedDoctors(ctx.db)).map(({ user_id }) => user_id);
  for (const id of doctors) await mailAboutCase(ctx, id, 'urgent_signs', '/studio/urgent', eventId);
  for (const { id } of await listAdmins(ctx.db))
    await mailAboutCase(ctx, id, 'urgent_signs', '/studio/urgent', eventId);
}
