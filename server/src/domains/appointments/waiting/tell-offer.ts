import { findAgreedNumber, findUser, mailPerson, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { isNight } from '../remind-by-sms.ts';
import { longDateTime } from '../words.ts';

const words = messagesOf<'sms.time_free'>('telling');

/**
 * Notifies patients by email and push that a time is held for them. At night in the time zone of the wait, the messages
 * wait until the morning, because the hours of the hold are counted only from the morning on.
 */
export async function tellWaitOffers(ctx: Context): Promise<void> {
  const untold = await withSystem(ctx.system, (tx) =>
    selectHeld(tx).where('kept.told_at', 'is', null).orderBy('kept.offered_at').limit(500).execute(),
  );
  const now = ctx.clock.now();
  await oneByOne(
    ctx.log,
    untold.filter(({ zone }) => !isNight(now, zone)),
    (kept) => tell(ctx, kept),
  );
}

/**
 * Sends a text message about each held time to patients who agreed to text messages. The time zone of the phone number
 * may differ from the time zone of the wait. The message waits until it is day in both, so it may be sent later than the
 * email. If the hold ends before that, no message is sent.
 */
export async function textWaitOffers(ctx: Context): Promise<void> {
  if (!ctx.sms.isOn) return;
  const now = ctx.clock.now();
  const untexted = await withSystem(ctx.system, (tx) =>
    selectHeld(tx)
      .innerJoin('sms_numbers as s', 's.user_id', 'kept.patient_id')
      .leftJoin('sms_messages as sent', 'sent.id', 'kept.offer_id')
      .select('s.zone as number_zone')
      .where('s.agreed_at', 'is not', null)
      .where('s.number', 'is not', null)
      .where('kept.told_at', 'is not', null)
      .where('kept.until', '>', now)
      .where('sent.id', 'is', null)
      .orderBy('kept.offered_at')
      .limit(500)
      .execute(),
  );
  await oneByOne(
    ctx.log,
    untexted.filter(({ zone, number_zone }) => !isNight(now, zone) && !isNight(now, number_zone)),
    (kept) => withSystem(ctx.system, (tx) => text(ctx, tx, kept)),
  );
}

/** Selects the times that are held for a patient of the waiting list and that the patient can still accept. */
const selectHeld = (tx: Tx) =>
  tx
    .selectFrom('appointment_wait_offers as kept')
    .innerJoin('appointment_waits as w', 'w.id', 'kept.wait_id')
    .innerJoin('appointment_offers as o', 'o.id', 'kept.offer_id')
    .select(['kept.offer_id as id', 'kept.patient_id', 'kept.until', 'w.zone', 'o.appointment_id'])
    .where('kept.outcome', 'is', null)
    .where('o.state', '=', 'open');

interface Kept {
  /** The id of the offer. */
  readonly id: string;
  readonly patient_id: string;
  readonly appointment_id: string;
  readonly until: Date;
  readonly zone: string;
}

const pathOf = ({ appointment_id }: Kept): string => `/dashboard?appointment=${appointment_id}`;

/** Notifies one patient once, even if two runs try. Only the run that sets `told_at` sends the email. */
const tell = (ctx: Context, kept: Kept): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const { id, patient_id, until, zone } = kept;
    const first = await tx
      .updateTable('appointment_wait_offers')
      .set({ told_at: ctx.clock.now() })
      .where('offer_id', '=', id)
      .where('told_at', 'is', null)
      .executeTakeFirst();
    const patient = await findUser(tx, patient_id);
    if (!first.numUpdatedRows || !patient) return;
    const values = { until: longDateTime(until, zone, patient.language) };
    await mailPerson(ctx, tx, patient, 'time_free', { values, path: pathOf(kept), key: `time_free:${id}` });
  });

/** Queues the text message once, even if two runs try. Its id is the id of the offer. */
async function text(ctx: Context, tx: Tx, kept: Kept): Promise<void> {
  const { id, patient_id: user_id, until } = kept;
  const [agreed, patient] = [await findAgreedNumber(tx, user_id), await findUser(tx, user_id)];
  if (!agreed || !patient) return;
  const said = words[patient.language]['sms.time_free'].replace(
    '{{url}}',
    pageUrl(ctx, patient.language, pathOf(kept)),
  );
  const message = { id, user_id, to: agreed.number, text: said, until: until.toISOString() };
  await ctx.sms.send(tx, message, { key: `sms-time-free:${id}` });
}
