import { findUser, mailPerson, namesOf } from '#server/domains/identity/index.ts';
import type { TakenTime } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { longDateTime } from '../words.ts';

interface Proposed {
  readonly row: { readonly id: string; readonly patient_id: string; readonly number: string };
  readonly review_id: string;
  readonly time: TakenTime;
  readonly until: Date;
}

/**
 * Notifies the patient of a proposed review visit, on the channels that the patient chose: email, push and the list of
 * notifications.
 */
export async function mailReview(ctx: Context, tx: Tx, { row, review_id, time, until }: Proposed): Promise<void> {
  await ctx.realtime.publish(tx, { userId: row.patient_id }, { kind: 'appointment.changed', id: row.id });
  const patient = await findUser(tx, row.patient_id);
  if (!patient) return;
  const names = await namesOf(tx, [time.practitioner_id]);
  const values = {
    number: row.number,
    practitioner: names.get(time.practitioner_id) ?? '',
    when: longDateTime(time.starts_at, time.timezone, patient.language),
    until: longDateTime(until, time.timezone, patient.language),
  };
  await mailPerson(ctx, tx, patient, 'appointment_review', {
    values,
    path: '/dashboard',
    key: `appointment_review:${review_id}`,
  });
}

/** Makes the practitioner's open agenda reload, because it shows the state of the review. */
export const tellPractitioner = (ctx: Context, tx: Tx, userId: string, id: string): Promise<unknown> =>
  ctx.realtime.publish(tx, { userId }, { kind: 'appointment.changed', id });
