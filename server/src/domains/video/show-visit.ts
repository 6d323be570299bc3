import type { VideoSide, VideoVisit } from '#contract/video.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { InVisit, Sides } from './in-visit.ts';
import { hasConsent, otherOf, presentPage, type VisitRow, windowOf } from './visit.ts';

type Here = Pick<InVisit, 'tx' | 'side' | 'of'>;

/** Returns a visit with the details that the caller's side may see. */
export async function showVisit(ctx: Context, { tx, side, of }: Here, row: VisitRow): Promise<VideoVisit> {
  const now = ctx.clock.now();
  const names = await namesFor(tx, side, of);
  const { opens_at, closes_at } = windowOf(row);
  return {
    id: row.id,
    case_id: of.case?.id ?? null,
    is_appointment: row.time_id !== null,
    side,
    state: row.state,
    planned_at: row.planned_at.toISOString(),
    opens_at: opens_at.toISOString(),
    closes_at: closes_at.toISOString(),
    ...names,
    is_other_there: presentPage(row, otherOf(side), now) !== null,
    has_consent: hasConsent(row),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

async function namesFor(tx: Tx, side: VideoSide, { practitioner_id, patient_id }: Sides) {
  const ids = side === 'doctor' ? [practitioner_id ?? '', patient_id] : [practitioner_id ?? ''];
  const names = await namesOf(
    tx,
    ids.filter((id) => id !== ''),
  );
  return {
    doctor_name: names.get(practitioner_id ?? '') ?? null,
    patient_name: side === 'doctor' ? (names.get(patient_id) ?? null) : null,
  };
}

/** Notifies the pages of both sides that the visit has changed. */
export async function tellBoth(ctx: Context, tx: Tx, of: Sides, visitId: string): Promise<void> {
  for (const userId of [of.patient_id, of.practitioner_id])
    if (userId) await ctx.realtime.publish(tx, { userId }, { kind: 'visit.changed', id: visitId });
}
