import type * as z from 'zod';
import type { AppointmentStep, AppointmentStepKinds, MyAppointment } from '#contract/appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { listAble } from './able.ts';
import { find, listEarlierQuotes, listOfPatient } from './appointments.queries.ts';
import { listMessages } from './messages.queries.ts';
import { quoteNumber } from './quote.ts';
import { findRelated } from './related.queries.ts';
import { showMessages } from './show-messages.ts';
import { showToPatient } from './show-to-patient.ts';

/** Lists the caller's appointments, the newest first. */
export async function listMyAppointments(
  ctx: Context,
  { userId, language }: SignedIn,
  page: { limit: number; offset: number },
): Promise<MyAppointment[]> {
  const able = await listAble(ctx.db);
  return withUser(ctx.db, userId, async (tx) => {
    const rows = await listOfPatient(tx, userId, page);
    const related = await findRelated(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.map(showToPatient(ctx, related, able, language));
  });
}

/**
 * Returns one appointment with its earlier quotes, its messages and its history. @throws NOT_FOUND for another
 * patient's appointment
 */
export async function getMyAppointment(ctx: Context, { userId, language }: SignedIn, id: string) {
  const able = await listAble(ctx.db);
  return withUser(ctx.db, userId, async (tx) => {
    const row = await find(tx, id);
    if (row?.patient_id !== userId) throw new Refusal('NOT_FOUND');
    return {
      appointment: showToPatient(ctx, await findRelated(tx, [id]), able, language)(row),
      earlier_quotes: await showEarlierQuotes(tx, id),
      messages: await showMessages(tx, await listMessages(tx, id)),
      history: await showHistory(tx, id),
    };
  });
}

async function showEarlierQuotes(tx: Tx, id: string) {
  const rows = await listEarlierQuotes(tx, id);
  return rows.flatMap(({ quote_number, quote_version, created_at }) =>
    quote_version === null
      ? []
      : {
          version: quote_version,
          quote_number: quoteNumber({ quote_number, quote_version }),
          created_at: created_at.toISOString(),
        },
  );
}

const shownKinds: readonly (typeof AppointmentStepKinds)[number][] = [
  'requested',
  'status_changed',
  'offer_made',
  'offer_expired',
  'time_chosen',
  'rescheduled',
  'alternatives_offered',
  'alternatives_over',
  'quote_accepted',
  'paid',
  'refunded',
  'reschedule_asked',
  'cancel_asked',
  'asked',
  'answered',
];

/**
 * Returns the steps of `shownKinds`, without the team's reasons and details, which the database hides from patients.
 */
async function showHistory(tx: Tx, appointmentId: string): Promise<z.input<typeof AppointmentStep>[]> {
  const rows = await tx
    .selectFrom('appointment_events')
    .select(['at', 'kind', 'to_status', 'by_patient'])
    .where('appointment_id', '=', appointmentId)
    .where('kind', 'in', shownKinds)
    .orderBy('id')
    .execute();
  return rows.map(({ at, kind, to_status, by_patient }) => ({
    at: at.toISOString(),
    kind: kind as (typeof shownKinds)[number],
    status: to_status,
    by_me: by_patient,
  }));
}
