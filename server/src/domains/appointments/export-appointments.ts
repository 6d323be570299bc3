import type { AdminAppointment, AppointmentFilter } from '#contract/appointments-admin.ts';
import { EXPORT_ROWS } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import { csvFile, csvLine, withDay } from '#contract/csv.ts';
import { type Tx, withStaffSnapshot } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { PrivateAppointment } from './appointments.queries.ts';
import { findRows, readFilter } from './list-appointments.ts';
import type { Filter } from './list-appointments.queries.ts';
import { showForAdmin } from './show-for-admin.ts';

/** The highest number of rows in one file, and the number of rows that are read at a time. */
const EXPORT = { most: EXPORT_ROWS, batch: 1000 };
const columns = [
  'number',
  'created_at',
  'status_canonical',
  'patient_full_name',
  'patient_email',
  'patient_phone',
  'requested_treatment',
  'city_current',
  'country_current',
  'city_target',
  'country_target',
  'provider_name',
  'scheduled_at',
  'timezone',
  'final_amount_cents',
  'final_currency',
  'coordinator_name',
  'due_at',
] as const satisfies readonly (keyof AdminAppointment)[];
/** The columns for the parts of the price that are paid online and at the clinic. */
const sums = ['due_online_cents', 'rest_at_clinic_cents'] as const;
const sumsOf = ({ offer }: AdminAppointment) => [offer?.due_cents ?? null, offer?.rest_cents ?? null];

/**
 * Returns the appointments that match the filter, the newest first, as one CSV file. All rows are of the same moment.
 * The audit log records the export and its number of rows.
 *
 * @throws Refusal EXPORT_TOO_LONG if more than `most` appointments match
 */
export async function exportAppointments(
  ctx: Context,
  admin: SignedIn,
  request: AppointmentFilter,
  { most, batch: size } = EXPORT,
): Promise<File> {
  const filter = readFilter(ctx, request);
  const lines = await withStaffSnapshot(ctx.db, admin.userId, async (tx) => {
    const lines: string[] = [];
    for await (const batch of batches(tx, filter, size)) {
      if (lines.length + batch.length > most) throw new Refusal('EXPORT_TOO_LONG', { most });
      const shown = await showForAdmin(ctx, tx, batch, admin.language);
      lines.push(...shown.map((row) => csvLine([...columns.map((column) => row[column]), ...sumsOf(row)])));
    }
    return lines;
  });
  await ctx.audit.record(ctx.db, {
    actor: admin.userId,
    actor_role: admin.role,
    action: 'appointment.exported',
    subject: 'appointments:list',
    patient_id: null,
    reason: 'appointment',
    details: { rows: lines.length, status: filter.status },
  });
  return csvFile(withDay('appointments', ctx.clock.now()), [...columns, ...sums], lines);
}

async function* batches(tx: Tx, filter: Filter, limit: number): AsyncGenerator<PrivateAppointment[]> {
  let after: { at: Date; id: string } | null = null;
  for (;;) {
    const rows: PrivateAppointment[] = await findRows(tx, filter, { limit, offset: 0, after });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = { at: last.created_at, id: last.id };
  }
}
