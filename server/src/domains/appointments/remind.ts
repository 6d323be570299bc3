import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { listAble, needsUnable } from './able.ts';
import { note, theService } from './history.ts';
import { mailAbout } from './mail-appointment.ts';

const HOUR_MS = 3_600_000;
/**
 * The reminders by email. Each is due `hours` before the appointment, and is not sent later than `until` hours before
 * it. For example, the reminder for the week before would be useless on the day before.
 */
const reminders = [
  { hours: 168, until: 72, template: 'appointment_reminder_week' },
  { hours: 24, until: 4, template: 'appointment_reminder_day' },
  { hours: 2, until: 0, template: 'appointment_reminder_hours' },
] as const;
type Reminder = (typeof reminders)[number];

/**
 * Sends the due reminders. Each reminder is sent once, and once more if the appointment gets another time. If the
 * appointment is confirmed after a reminder was due, the reminder is sent late, but not after its `until`. No reminder
 * is sent while the practitioner may not work, because the appointment cannot take place as it is.
 */
export const sendReminders = (ctx: Context): Promise<void> =>
  oneByOne(ctx.log, listAllDue(ctx), ({ reminder, due }) => send(ctx, reminder, due));

async function* listAllDue(ctx: Context) {
  for (const reminder of reminders)
    for (const due of await listDue(ctx, reminder)) yield { id: due.offer_id, reminder, due };
}

interface Due {
  readonly offer_id: string;
  readonly appointment_id: string;
}

const listDue = (ctx: Context, { hours, until }: Reminder): Promise<Due[]> => {
  const now = ctx.clock.now().getTime();
  return withSystem(ctx.system, async (tx) => {
    const able = await listAble(tx);
    return tx
      .selectFrom('appointment_offers as o')
      .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
      .leftJoin('appointment_reminders as r', (join) =>
        join.onRef('r.offer_id', '=', 'o.id').on('r.hours_before', '=', hours),
      )
      .select(['o.id as offer_id', 'a.id as appointment_id'])
      .where('o.state', 'in', ['paid', 'agreed'])
      .where('a.status', '=', 'confirmed')
      .where('o.alternatives_until', 'is', null)
      .where('o.scheduled_at', '<=', new Date(now + hours * HOUR_MS))
      .where('o.scheduled_at', '>', new Date(now + until * HOUR_MS))
      .where('r.offer_id', 'is', null)
      .where((is) => is.not(needsUnable(able)))
      .orderBy('o.scheduled_at')
      .limit(500)
      .execute();
  });
};

/** Sends a reminder once, even if two processes try. Only the process that inserts the row sends the email. */
const send = (ctx: Context, { hours, template }: Reminder, { offer_id, appointment_id }: Due): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const taken = await tx
      .insertInto('appointment_reminders')
      .values({ offer_id, hours_before: hours, sent_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!taken.numInsertedOrUpdatedRows) return;
    await note(ctx, tx, appointment_id, theService, { kind: 'reminded', details: { hours_before: hours } });
    const key = `${template}:${offer_id}:${ctx.clock.now().getTime()}`;
    await mailAbout(ctx, tx, appointment_id, { template, key, calendar: 'with' });
  });
