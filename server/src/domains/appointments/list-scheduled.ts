import { AgendaLimits } from '#contract/agenda.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput } from '#server/platform/refusal.ts';

const LONGEST_DAYS = 92;

export interface Period {
  readonly from: string;
  readonly to: string;
  readonly provider_id?: string | null | undefined;
}

/** Lists the offered, confirmed and done appointments that begin in the period. A calendar shows these appointments. */
export const listScheduled = (ctx: Context, { userId }: SignedIn, { from, to, provider_id }: Period) =>
  withStaff(ctx.db, userId, async (tx) => {
    const [begin, end] = [new Date(from), new Date(to)];
    const days = (end.getTime() - begin.getTime()) / 86_400_000;
    if (days <= 0 || days > LONGEST_DAYS) throw invalidInput({ to: ['out_of_range'] });
    const rows = await tx
      .selectFrom('appointment_offers as o')
      .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
      .select([
        'a.id as appointment_id',
        'a.number',
        'a.status',
        'a.patient_full_name',
        'a.requested_treatment',
        'a.city_target',
        'o.provider_id',
        'o.provider_name',
        'o.scheduled_at',
        'o.timezone',
      ])
      .where('o.state', 'in', ['open', 'paid', 'agreed'])
      .where('a.status', 'in', ['awaiting_payment', 'confirmed', 'done'])
      .where('o.alternatives_until', 'is', null)
      .where('o.scheduled_at', '>=', begin)
      .where('o.scheduled_at', '<', end)
      .where((eb) => (provider_id ? eb('o.provider_id', '=', provider_id) : eb.lit(true)))
      .orderBy('o.scheduled_at')
      .orderBy('a.id')
      .limit(AgendaLimits.rows + 1)
      .execute();
    const booked = doubleBooked(rows);
    return rows.map(({ scheduled_at, ...row }) => ({
      ...row,
      scheduled_at: scheduled_at.toISOString(),
      is_double_booked: booked.has(row.appointment_id),
    }));
  });

interface Booking {
  readonly appointment_id: string;
  readonly provider_id: string | null;
  readonly scheduled_at: Date;
}

/**
 * Returns the ids of the appointments that begin within an hour of another appointment of the same provider. `rows`
 * must be sorted by time.
 */
export function doubleBooked(rows: readonly Booking[]): Set<string> {
  const found = new Set<string>();
  const last = new Map<string, Booking>();
  for (const row of rows) {
    if (!row.provider_id) continue;
    const before = last.get(row.provider_id);
    const apart_ms = before ? row.scheduled_at.getTime() - before.scheduled_at.getTime() : Number.POSITIVE_INFINITY;
    if (before && apart_ms < AppointmentLimits.event_minutes * 60_000)
      found.add(before.appointment_id).add(row.appointment_id);
    last.set(row.provider_id, row);
  }
  return found;
}
