import type { Tx } from '#server/platform/db/db.ts';

/**
 * Returns the appointments that the team has moved at least once. The new date also moved the limit for a free
 * cancellation, and the patients never agreed to this limit.
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

/** Returns whether the team has moved the appointment at least once. */
export const wasMovedByTeam = async (tx: Tx, appointmentId: string): Promise<boolean> =>
  (await listMovedByTeam(tx, [appointmentId])).has(appointmentId);
