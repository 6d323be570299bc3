import type { Tx } from '#server/platform/db/db.ts';

/**
 * Returns whether the team has ever moved the appointment. The patient then never agreed to the limit for a free
 * cancellation that the new date causes.
 */
export const wasMovedByTeam = async (tx: Tx, appointmentId: string): Promise<boolean> =>
  (await tx
    .selectFrom('appointment_events')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'rescheduled')
    .where('by_patient', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined;
