import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { InboxKind, TimelineKind } from '#contract/appointments-admin.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { AppointmentInboxTable } from './appointments.table.ts';
import './events.ts';

/** The actor of a change: a person, or the service itself. */
export interface Actor {
  readonly id: string | null;
  readonly isPatient: boolean;
}
export const theService: Actor = { id: null, isPatient: false };
export const thePatient = (id: string): Actor => ({ id, isPatient: true });
export const theTeam = (id: string): Actor => ({ id, isPatient: false });

export interface Step {
  readonly kind: TimelineKind;
  readonly from?: AppointmentStatus;
  readonly to?: AppointmentStatus;
  readonly reason?: string;
  readonly details?: Record<string, string | number | boolean | null>;
  /** The id of the change to which this step belongs. All steps of a bulk change have the same id. */
  readonly changeId?: string | undefined;
}

/** Adds a step to the timeline with its actor and reason, in the transaction of the change. */
export const note = (ctx: Context, tx: Tx, appointmentId: string, by: Actor, step: Step): Promise<unknown> =>
  tx
    .insertInto('appointment_events')
    .values({
      appointment_id: appointmentId,
      at: ctx.clock.now(),
      actor_id: by.id,
      by_patient: by.isPatient,
      kind: step.kind,
      from_status: step.from ?? null,
      to_status: step.to ?? null,
      reason: step.reason ?? '',
      details: JSON.stringify(step.details ?? {}),
      change_id: step.changeId ?? null,
    })
    .execute();

/** Adds an entry to the team's inbox. */
export async function putIntoInbox(
  ctx: Context,
  tx: Tx,
  appointmentId: string,
  kind: InboxKind,
  more: Partial<
    Pick<Insertable<AppointmentInboxTable>, 'due_at' | 'dispute_id' | 'payment_id' | 'refund_id' | 'practitioner_id'>
  > = {},
): Promise<void> {
  await tx
    .insertInto('appointment_inbox')
    .values({ id: randomUUIDv7(), appointment_id: appointmentId, kind, created_at: ctx.clock.now(), ...more })
    .execute();
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
}

/** Makes the open pages of the patient and of all administrators reload. */
export async function tellChange(
  ctx: Context,
  tx: Tx,
  { id, patient_id }: { id: string; patient_id: string },
): Promise<void> {
  const event = { kind: 'appointment.changed', id } as const;
  await ctx.realtime.publish(tx, { userId: patient_id }, event);
  await ctx.realtime.publish(tx, { role: 'admin' }, event);
}

/**
 * Emits an event after an appointment changed to or from done, or after the visit of an appointment that was already
 * done was set to done. The handler proposes a review visit after a visit with an injection. If the appointment is no
 * longer done, the handler removes the review visit.
 */
export const tellDoneChanged = (ctx: Context, tx: Tx, appointment_id: string): Promise<unknown> =>
  ctx.outbox.emit(tx, 'appointments.doneChanged', { appointment_id });
