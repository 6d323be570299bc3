import { randomUUIDv7 } from 'node:crypto';
import type { AppointmentMessage } from '#contract/appointments.ts';
import { placeholdersIn } from '#contract/macro-text.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerDueAt } from './answer-due.ts';
import { type Appointment, find } from './appointments.queries.ts';
import { note, putIntoInbox, tellChange, thePatient, theTeam } from './history.ts';
import { handleAll } from './inbox.ts';
import { mailAbout } from './mail-appointment.ts';
import { insertMessage, updateAnswered, updateRead } from './messages.queries.ts';
import { showMessage } from './show-messages.ts';

export interface NewMessage {
  readonly appointment_id: string;
  readonly body: string;
  readonly idempotency_key: string;
}

/** Adds a patient's question to the thread and to the team's inbox. */
export const askTeam = (ctx: Context, { userId }: SignedIn, message: NewMessage): Promise<AppointmentMessage> =>
  withUser(ctx.db, userId, async (tx) => {
    const row = await find(tx, message.appointment_id);
    if (row?.patient_id !== userId) throw new Refusal('NOT_FOUND');
    return sayOnce(tx, userId, 'ask_about_appointment', message, async () => {
      const said = await say(ctx, tx, row, userId, message.body, false);
      await note(ctx, tx, row.id, thePatient(userId), { kind: 'asked' });
      await putIntoInbox(ctx, tx, row.id, 'question', { due_at: answerDueAt(ctx.clock.now()) });
      return said;
    });
  });

/**
 * Adds the team's answer to the thread. The email to the patient announces the answer, but does not contain its text.
 */
export const answerPatient = (ctx: Context, { userId }: SignedIn, message: NewMessage): Promise<AppointmentMessage> =>
  withStaff(ctx.db, userId, async (tx) => {
    const row = await find(tx, message.appointment_id);
    if (!row) throw new Refusal('NOT_FOUND');
    return sayOnce(tx, userId, 'admin_answer_appointment', message, async () => {
      const placeholders = placeholdersIn(message.body);
      if (placeholders.length > 0) throw new Refusal('PLACEHOLDER_OPEN', { placeholders });
      return answerAs(ctx, tx, row, userId, message.body);
    });
  });

/** Adds an answer of the team, marks the inbox entry of the question as handled, and notifies the patient. */
export async function answerAs(
  ctx: Context,
  tx: Tx,
  row: Appointment,
  adminId: string,
  body: string,
  details: { readonly macro?: string } = {},
): Promise<{ id: string }> {
  await updateAnswered(tx, row.id, ctx.clock.now());
  await handleAll(ctx, tx, row.id, ['question']);
  const said = await say(ctx, tx, row, adminId, body, true);
  await note(ctx, tx, row.id, theTeam(adminId), { kind: 'answered', details });
  await mailAbout(ctx, tx, row.id, { template: 'appointment_answered', key: `appointment_answered:${said.id}` });
  return said;
}

/** Marks the messages of an appointment as read. @returns the number of unread messages, always 0 */
export const markRead = (ctx: Context, { userId }: SignedIn, appointmentId: string): Promise<number> =>
  withUser(ctx.db, userId, async (tx) => {
    const row = await find(tx, appointmentId);
    if (row?.patient_id !== userId) throw new Refusal('NOT_FOUND');
    const { numUpdatedRows } = await updateRead(tx, appointmentId, ctx.clock.now());
    // The trigger `inbox_follows_reading` has already marked the inbox entry about unread messages as handled.
    if (numUpdatedRows > 0n) await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
    return 0;
  });

/**
 * Adds a message once for each idempotency key. Only the id of the message is stored with the key. A repeated call
 * reads the text from the table of messages.
 */
async function sayOnce(
  tx: Tx,
  scope: string,
  procedure: string,
  { idempotency_key: key, ...message }: NewMessage,
  run: () => Promise<{ id: string }>,
): Promise<AppointmentMessage> {
  const { id } = await once(tx, { scope, key, hash: requestHash(procedure, message) }, async () => {
    const said = await run();
    return { id: said.id };
  });
  const row = await tx.selectFrom('appointment_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return showMessage(tx, row);
}

async function say(
  ctx: Context,
  tx: Tx,
  row: Appointment,
  author_id: string,
  body: string,
  from_team: boolean,
): Promise<{ id: string }> {
  const at = ctx.clock.now();
  const said = await insertMessage(tx, {
    id: randomUUIDv7(),
    appointment_id: row.id,
    at,
    author_id,
    from_team,
    body,
    read_at: null,
    answered_at: null,
  });
  await tellChange(ctx, tx, row);
  return said;
}
