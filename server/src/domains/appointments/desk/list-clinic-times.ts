import type { ClinicTime } from '#contract/agenda.ts';
import type { Context } from '#server/platform/context.ts';
import { withDesk } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { type Period, recordLook, spanOf, toBareTime } from '../agenda.ts';
import { listTimesAtDesk, type TimeFilter } from '../agenda.queries.ts';
import { listColleagues, listDeskChoices } from './desk.queries.ts';

type Row = Awaited<ReturnType<typeof listTimesAtDesk>>[number];

/**
 * Lists the booked times at the desk's own clinics. If some of them are reserved for appointments, the audit log
 * records the call and these appointments.
 */
export const listClinicTimes = (ctx: Context, desk: SignedIn, { from, to, ...filter }: Period & TimeFilter) =>
  withDesk(ctx.db, desk.userId, async (tx) => {
    const rows = await listTimesAtDesk(tx, spanOf({ from, to }), filter);
    const names = await listColleagues(tx);
    await recordLook(ctx, tx, desk, from.slice(0, 10), rows);
    return {
      times: rows.map((row) => ({
        ...toBareTime(row),
        visit: visitOf(row),
        practitioner: { id: row.practitioner_id, name: names.get(row.practitioner_id) ?? '' },
      })),
      ...(await listDeskChoices(tx)),
    };
  });

function visitOf(row: Row): ClinicTime['visit'] {
  const { appointment_id, number, status, patient_full_name, patient_phone } = row;
  if (!appointment_id || !number || !status) return null;
  return {
    appointment_id,
    number,
    status,
    patient_name: patient_full_name ?? '',
    patient_phone: patient_phone ?? '',
  };
}
