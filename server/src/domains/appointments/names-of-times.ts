import type { Tx } from '#server/platform/db/db.ts';
import './appointments.table.ts';

/**
 * Returns the names of the patients who chose these times. If a patient has not chosen one of several offered times
 * yet, those times have no name.
 */
export async function namesOfTimes(tx: Tx, timeIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (timeIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('appointment_offer_times as t')
    .innerJoin('appointment_offers as o', 'o.id', 't.offer_id')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .select(['t.time_id', 'a.patient_full_name'])
    .where('t.time_id', 'in', [...timeIds])
    .where('t.is_chosen', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.time_id, row.patient_full_name]));
}
