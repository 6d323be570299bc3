import { sql } from 'kysely';
import { VIDEO_OPENS_MINUTES } from '#contract/video.ts';
import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';

const MINUTE_MS = 60_000;
/**
 * There are two reminders: one a day before the visit, and one when patient and doctor can join. A reminder is sent
 * between `minutes` and `until` minutes before the visit.
 */
const reminders = [
  { minutes: 24 * 60, until: 4 * 60, template: 'video_reminder_day' },
  { minutes: VIDEO_OPENS_MINUTES, until: 0, template: 'video_reminder_soon' },
] as const;
type Reminder = (typeof reminders)[number];

/**
 * Reminds patients of visits that belong to a case. Each reminder is sent once. If a visit was planned after the time
 * of a reminder, that reminder is not sent.
 */
export const remindOfVisits = (ctx: Context): Promise<void> =>
  oneByOne(ctx.log, listAllDue(ctx), ({ reminder, due }) => send(ctx, reminder, due));

async function* listAllDue(ctx: Context) {
  for (const reminder of reminders) for (const due of await listDue(ctx, reminder)) yield { id: due.id, reminder, due };
}

interface Due {
  readonly id: string;
  readonly patient_id: string;
}

const listDue = (ctx: Context, { minutes, until }: Reminder): Promise<Due[]> => {
  const now = ctx.clock.now().getTime();
  return withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('video_visits as v')
      .leftJoin('video_reminders as r', (join) =>
        join.onRef('r.visit_id', '=', 'v.id').on('r.minutes_before', '=', minutes),
      )
      .select(['v.id', 'v.patient_id'])
      .where('v.case_id', 'is not', null)
      .where('v.state', '=', 'planned')
      .where('v.planned_at', '<=', new Date(now + minutes * MINUTE_MS))
      .where('v.planned_at', '>', new Date(now + until * MINUTE_MS))
      .where(sql<boolean>`v.created_at < v.planned_at - make_interval(mins => ${minutes})`)
      .where('r.visit_id', 'is', null)
      .orderBy('v.planned_at')
      .limit(500)
      .execute(),
  );
};

/** Sends a reminder only once, even if two processes try to. Only the process that inserts the row sends the email. */
const send = (ctx: Context, { minutes, template }: Reminder, { id, patient_id }: Due): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const taken = await tx
      .insertInto('video_reminders')
      .values({ visit_id: id, minutes_before: minutes, sent_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const patient = taken.numInsertedOrUpdatedRows ? await findUser(tx, patient_id) : undefined;
    if (patient) await mailPerson(ctx, tx, patient, template, { path: `/visit/${id}`, key: `${template}:${id}` });
  });
