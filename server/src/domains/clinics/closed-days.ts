import { ClinicLimits, type HoursException } from '#contract/clinics.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { versionOf } from './shown-days.ts';

export type ClosedPart = Omit<HoursException, 'kind'>;

interface TimeAhead {
  readonly id: string;
  readonly practitioner_id: string;
  readonly site_id: string;
  readonly site_name: string;
  readonly timezone: string;
  readonly starts_at: Date;
  /** True if the time is only held for a patient to whom it is offered. */
  readonly is_held: boolean;
}

/**
 * Lists the future times, booked or held, in these parts of days. Lists only times that the caller may see, of one
 * practitioner or of all.
 */
export type ListTimesIn = (
  tx: Tx,
  parts: readonly ClosedPart[],
  practitionerId: string | null,
  now: Date,
) => Promise<TimeAhead[]>;

interface Closing {
  /** The parts of days that the caller closes. Leaves out a part that was closed before with exactly the same times. */
  readonly parts: readonly ClosedPart[];
  readonly practitioner_id: string | null;
  /** The version of the visits that the caller has seen. */
  readonly visits_version: string | null | undefined;
  readonly listTimesIn: ListTimesIn;
}

/**
 * Refuses to close parts of days in which visits are planned, until the caller has seen the list of these visits. If
 * another visit is planned in the meantime, the next call is refused, too. Times that are only held are in the list,
 * but a new one does not cause a refusal. Holds begin and end so often that the caller would be refused repeatedly.
 */
export async function refuseUnseenVisits(
  ctx: Context,
  tx: Tx,
  { parts, practitioner_id, visits_version, listTimesIn }: Closing,
): Promise<void> {
  const times = await listTimesIn(tx, parts, practitioner_id, ctx.clock.now());
  const version = versionOf(times.filter(({ is_held }) => !is_held).map(({ id, starts_at }) => [id, starts_at]));
  if (times.length === 0 || visits_version === version) return;
  throw new Refusal('VISITS_ON_CLOSED_DAYS', {
    visits: times
      .slice(0, ClinicLimits.shown_visits)
      .map((time) => ({ ...time, starts_at: time.starts_at.toISOString() })),
    total: times.length,
    visits_version: version,
  });
}
