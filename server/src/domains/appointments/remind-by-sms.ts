import { randomUUID } from 'node:crypto';
import { findAgreedNumber, findUser, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { listAble, needsUnable } from './able.ts';
import { note, theService } from './history.ts';
import { shortDateTime } from './words.ts';

const HOUR_MS = 3_600_000;
/**
 * The reminders by SMS. Each is due `hours` before the appointment, and is not sent later than `until` hours before it.
 */
const reminders = [
  { hours: 24, until: 4 },
  { hours: 2, until: 0 },
] as const;
type Reminder = (typeof reminders)[number];
/** No message is sent from 21:00 to 08:00 in the patient's time zone. */
const QUIET_FROM = 21;
const QUIET_TO = 8;
/** A reminder that is due later in the evening than this hour is sent at this hour. */
const LAST_HOUR = 20;
/**
 * The highest number of hours by which a reminder is sent early. A reminder due just before midnight is sent at
 * `LAST_HOUR`.
 */
const EARLIER_HOURS = 24 - LAST_HOUR;

const words = messagesOf<'sms.reminder'>('telling');

/**
 * Sends the due reminders to patients who agreed to text messages. Each reminder is sent once, and once more if the
 * appointment gets another time. A reminder that is due after `LAST_HOUR` is sent at that hour, so that the patient
 * still gets it on that day. A reminder that is due between midnight and 08:00 is sent at 08:00. If its `until` has
 * passed by then, it is not sent. No reminder is sent while the practitioner may not work.
 */
export const sendSmsReminders = (ctx: Context): Promise<void> =>
  oneByOne(ctx.log, listAllDue(ctx), ({ reminder, due }) => send(ctx, reminder, due));

async function* listAllDue(ctx: Context) {
  const now = ctx.clock.now();
  for (const reminder of reminders)
    for (const due of await listDue(ctx, reminder))
      if (!isNight(now, due.zone) && now >= leavesAt(due, reminder)) yield { id: due.offer_id, reminder, due };
}

type Due = Awaited<ReturnType<typeof listDue>>[number];

const listDue = (ctx: Context, { hours, until }: Reminder) => {
  const now = ctx.clock.now().getTime();
  return withSystem(ctx.system, async (tx) => {
    const able = await listAble(tx);
    return tx
      .selectFrom('appointment_offers as o')
      .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
      .innerJoin('sms_numbers as s', 's.user_id', 'a.patient_id')
      .leftJoin('appointment_sms_reminders as r', (join) =>
        join
          .onRef('r.offer_id', '=', 'o.id')
          .onRef('r.scheduled_at', '=', 'o.scheduled_at')
          .on('r.hours_before', '=', hours),
      )
      .select(['o.id as offer_id', 'o.scheduled_at', 'o.timezone', 'a.id as appointment_id', 'a.patient_id', 's.zone'])
      .where('s.agreed_at', 'is not', null)
      .where('s.number', 'is not', null)
      .where('o.state', 'in', ['paid', 'agreed'])
      .where('a.status', '=', 'confirmed')
      .where('o.alternatives_until', 'is', null)
      .where('o.scheduled_at', '<=', new Date(now + (hours + EARLIER_HOURS) * HOUR_MS))
      .where('o.scheduled_at', '>', new Date(now + until * HOUR_MS))
      .where('r.offer_id', 'is', null)
      .where((is) => is.not(needsUnable(able)))
      .orderBy('o.scheduled_at')
      .limit(500)
      .execute();
  });
};

/** Sends a reminder once, even if two processes try. Only the process that inserts the row sends the message. */
const send = (ctx: Context, reminder: Reminder, due: Due): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const { offer_id, scheduled_at } = due;
    const message_id = randomUUID();
    const row = { offer_id, hours_before: reminder.hours, scheduled_at, message_id };
    const taken = await tx
      .insertInto('appointment_sms_reminders')
      .values({ ...row, sent_at: ctx.clock.now(), confirmed_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows) await queue(ctx, tx, reminder, due, message_id);
  });

async function queue(ctx: Context, tx: Tx, { hours, until }: Reminder, due: Due, id: string): Promise<void> {
  const { appointment_id, scheduled_at, timezone, patient_id: user_id } = due;
  const [agreed, patient] = [await findAgreedNumber(tx, user_id), await findUser(tx, user_id)];
  if (!agreed || !patient) return;
  const text = words[patient.language]['sms.reminder']
    .replace('{{when}}', shortDateTime(scheduled_at, timezone, patient.language))
    .replace('{{url}}', pageUrl(ctx, patient.language, '/dashboard'));
  const latest = new Date(scheduled_at.getTime() - until * HOUR_MS).toISOString();
  await ctx.sms.send(tx, { id, user_id, to: agreed.number, text, until: latest }, { key: `sms-reminder:${id}` });
  await note(ctx, tx, appointment_id, theService, { kind: 'sms_reminded', details: { hours_before: hours } });
}

/**
 * Returns the earliest time at which a reminder is sent. This is usually its due time. If the due time is later in the
 * evening than `LAST_HOUR` in the patient's time zone, the reminder is sent at `LAST_HOUR`.
 */
export function leavesAt(
  { scheduled_at, zone }: { readonly scheduled_at: Date; readonly zone: string },
  { hours }: { readonly hours: number },
): Date {
  const due = Temporal.Instant.fromEpochMilliseconds(scheduled_at.getTime() - hours * HOUR_MS).toZonedDateTimeISO(zone);
  const brought = due.hour < LAST_HOUR ? due : due.with({ hour: LAST_HOUR, minute: 0, second: 0, millisecond: 0 });
  return new Date(brought.epochMilliseconds);
}

/** Returns whether it is night in the time zone. No message is sent at night. */
export function isNight(now: Date, zone: string): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  return hour >= QUIET_FROM || hour < QUIET_TO;
}
