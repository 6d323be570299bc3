import type { Tx } from '#server/platform/db/db.ts';

/**
 * Returns those of the appointments that the team has ever moved. Their patients never agreed to the limit for a free
 * cancellation that the new date causes.
 */
export async function listMovedByTeam(tx: Tx, appointmentIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (appointmentIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('appointment_events')
    .select('appointment_id')
    .distinct()
    .where('appointment_id', 'in', [...appointmentIds])
    .where('kind', '=', 'rescheduled')
    .where('by_patient', '=', false)
    .execute();
  return new Set(rows.map(({ appointment_id }) => appointment_id));
}

/** Returns whether the team has ever moved the appointment. */
export const wasMovedByTeam = async (tx: Tx, appointmentId: string): Promise<boolean> =>
  (await listMovedByTeam(tx, [appointmentId])).has(appointmentId);
