import { findAgreedPerson, smsWord } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { note, tellChange, thePatient, theService } from './history.ts';

/**
 * Stores that a patient answered CONFIRM, or a word with the same meaning, to a text message. A repeated answer changes
 * nothing. The answer applies to the patient's last reminder of a future appointment. The open pages of the team show
 * the answer at once.
 */
export async function takeConfirmation(ctx: Context, { from, text }: { from: string; text: string }): Promise<void> {
  if (smsWord(text) !== 'confirm') return;
  await withSystem(ctx.system, async (tx) => {
    const person = await findAgreedPerson(tx, from);
    const reminder = person && (await lastReminder(tx, person.user_id, ctx.clock.now()));
    if (!reminder || reminder.confirmed_at) return;
    const { message_id, appointment_id: id, patient_id } = reminder;
    const { numUpdatedRows } = await tx
      .updateTable('appointment_sms_reminders')
      .set({ confirmed_at: ctx.clock.now() })
      .where('message_id', '=', message_id)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await note(ctx, tx, id, thePatient(patient_id), { kind: 'sms_confirmed' });
    await tellChange(ctx, tx, { id, patient_id });
  });
}

const lastReminder = (tx: Parameters<typeof findAgreedPerson>[0], patientId: string, now: Date) =>
  tx
    .selectFrom('appointment_sms_reminders as r')
    .innerJoin('appointment_offers as o', (join) =>
      join.onRef('o.id', '=', 'r.offer_id').onRef('o.scheduled_at', '=', 'r.scheduled_at'),
    )
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select(['r.message_id', 'r.confirmed_at', 'a.id as appointment_id', 'a.patient_id'])
    .where('a.patient_id', '=', patientId)
    .where('a.status', '=', 'confirmed')
    .where('o.alternatives_until', 'is', null)
    .where('o.state', 'in', ['paid', 'agreed'])
    .where('o.scheduled_at', '>', now)
    .orderBy('r.sent_at', 'desc')
    .orderBy('o.scheduled_at')
    .limit(1)
    .executeTakeFirst();

/** Adds a step to the timeline for a reminder that was not delivered, so that the team sees the failure. */
export const noteFailedSms = (ctx: Context, messageId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const row = await tx
      .selectFrom('appointment_sms_reminders as r')
      .innerJoin('appointment_offers as o', 'o.id', 'r.offer_id')
      .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
      .select(['a.id', 'a.patient_id', 'r.hours_before'])
      .where('r.message_id', '=', messageId)
      .executeTakeFirst();
    if (!row) return;
    const { hours_before } = row;
    await note(ctx, tx, row.id, theService, { kind: 'sms_failed', details: { hours_before } });
    await tellChange(ctx, tx, row);
  });
