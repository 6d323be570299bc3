import { createHash } from 'node:crypto';
import type { TimelineKind } from '#contract/appointments-admin.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Steps of the team's internal work. They do not change anything that patients are notified of. */
const quiet: readonly TimelineKind[] = [
  'assigned',
  'private_info_changed',
  'inbox_handled',
  'inbox_reopened',
  'inbox_snoozed',
  'inbox_woken',
];

/**
 * Returns the id of the newest step of each appointment, by the id of the appointment. Steps in `quiet` are ignored,
 * because they do not concern the patient.
 */
export async function newestSteps(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('appointment_events')
    .select(({ fn }) => ['appointment_id', fn.max('id').as('newest')])
    .where('appointment_id', 'in', [...ids])
    .where('kind', 'not in', [...quiet])
    .groupBy('appointment_id')
    .execute();
  return new Map(rows.map(({ appointment_id, newest }) => [appointment_id, Number(newest)]));
}

/**
 * Returns a fingerprint of the values that a row shows: a SHA-256 hash in 43 characters. The same values always give
 * the same fingerprint.
 */
export const versionOf = (...facts: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
