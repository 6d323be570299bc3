import { randomUUID } from 'node:crypto';
import { findAgreedNumber, findUser, mailPerson, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { isNight } from '../remind-by-sms.ts';
import { longDateTime } from '../words.ts';

const words = messagesOf<'sms.time_free'>('telling');

/**
 * Notifies patients by email, push and SMS that a time is held for them. At night in the time zone of the wait, the
 * messages wait until the morning, because the hours of the hold are counted only from the morning on. If it is night
 * in the time zone of the phone number, no SMS is sent.
 */
export async function tellWaitOffers(ctx: Context): Promise<void> {
  const untold = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_wait_offers as kept')
      .innerJoin('appointment_waits as w', 'w.id', 'kept.wait_id')
      .innerJoin('appointment_offers as o', 'o.id', 'kept.offer_id')
      .select(['kept.offer_id as id', 'kept.patient_id', 'kept.until', 'w.zone', 'o.appointment_id'])
      .where('kept.told_at', 'is', null)
      .where('kept.outcome', 'is', null)
      .where('o.state', '=', 'open')
      .orderBy('kept.offered_at')
      .limit(500)
      .execute(),
  );
  const now = ctx.clock.now();
  await oneByOne(
    ctx.log,
    untold.filter(({ zone }) => !isNight(now, zone)),
    (kept) => tell(ctx, kept),
  );
}

interface Kept {
  /** The id of the offer. */
  readonly id: string;
  readonly patient_id: string;
  readonly appointment_id: string;
  readonly until: Date;
  readonly zone: string;
}

/** Notifies one patient once, even if two runs try. Only the run that sets `told_at` sends the messages. */
const tell = (ctx: Context, { id, patient_id, appointment_id, until, zone }: Kept): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const first = await tx
      .updateTable('appointment_wait_offers')
      .set({ told_at: ctx.clock.now() })
      .where('offer_id', '=', id)
      .where('told_at', 'is', null)
      .executeTakeFirst();
    const patient = await findUser(tx, patient_id);
    if (!first.numUpdatedRows || !patient) return;
    const { language } = patient;
    const path = `/dashboard?appointment=${appointment_id}`;
    const values = { until: longDateTime(until, zone, language) };
    await mailPerson(ctx, tx, patient, 'time_free', { values, path, key: `time_free:${id}` });
    const agreed = ctx.sms.isOn ? await findAgreedNumber(tx, patient_id) : undefined;
    if (!agreed || isNight(ctx.clock.now(), agreed.zone)) return;
    const text = words[language]['sms.time_free'].replace('{{url}}', pageUrl(ctx, language, path));
    const message = { id: randomUUID(), user_id: patient_id, to: agreed.number, text, until: until.toISOString() };
    await ctx.sms.send(tx, message, { key: `sms-time-free:${id}` });
  });
