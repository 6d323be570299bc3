import { AgendaLimits } from '#contract/agenda.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import {
  type AnyTimeRow,
  hasHours,
  listAttended,
  listBusy,
  listChoices,
  listSitesOf,
  listTimes,
  listTimesOf,
  newestCases,
  recordedOf,
  reviewsOf,
  type Span,
  type TimeFilter,
  type TimeRow,
} from './agenda.queries.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

export function spanOf({ from, to }: Period): Span {
  const span = { from: new Date(from), to: new Date(to) };
  const days = (span.to.getTime() - span.from.getTime()) / DAY_MS;
  if (days <= 0 || days > AgendaLimits.span_days) throw invalidInput({ to: ['out_of_range'] });
  return span;
}

/**
 * Lists the practitioner's own visits and all other times at which the practitioner is busy. If the list contains
 * visits, the audit log records the call and the appointments of these visits.
 */
export const listMyAgenda = (ctx: Context, doctor: SignedIn, period: Period) =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const span = spanOf(period);
    const rows = await listTimesOf(tx, doctor.userId, span);
    const busy = await listBusy(tx, doctor.userId, span);
    await recordLook(ctx, tx, doctor, period.from.slice(0, 10), rows);
    return {
      times: await showMine(tx, rows),
      busy: busy.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
      sites: await listSitesOf(tx, doctor.userId),
      has_hours: await hasHours(tx, doctor.userId),
    };
  });

/** Lists the practitioner's recent visits that lack a required treatment record, the latest first. */
export const listUnrecorded = (ctx: Context, doctor: SignedIn) =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const now = ctx.clock.now();
    const from = new Date(now.getTime() - AgendaLimits.unrecorded_days * DAY_MS);
    const rows = await listAttended(tx, doctor.userId, { from, to: now });
    const times = (await showMine(tx, rows)).filter(({ record }) => record === 'missing');
    const shown = times.slice(0, AgendaLimits.unrecorded);
    const ids = new Set(shown.map(({ id }) => id));
    await recordLook(
      ctx,
      tx,
      doctor,
      'unrecorded',
      rows.filter(({ id }) => ids.has(id)),
    );
    return { times: shown, total: times.length };
  });

async function showMine(tx: Tx, rows: readonly TimeRow[]) {
  const ids = rows.map(({ id }) => id);
  const [cases, recorded, reviews] = [
    await newestCases(tx, patientsOf(rows)),
    await recordedOf(tx, ids),
    await reviewsOf(tx, ids),
  ];
  return rows.map((row) => ({
    ...toTime(row),
    case_id: cases.get(row.patient_id ?? '') ?? null,
    record: recordOf(row, recorded.has(row.id)),
    review: reviews.get(row.id) ?? null,
  }));
}

/**
 * Returns `recorded` if a visit has a treatment record, `missing` if it lacks a required one, and otherwise null. Video
 * visits and review visits need no record, because they involve no injection.
 */
function recordOf({ state, is_video, is_review, appointment_id }: TimeRow, isRecorded: boolean) {
  if (isRecorded) return 'recorded' as const;
  const isMissed = appointment_id && (state === 'arrived' || state === 'done') && !is_video && !is_review;
  return isMissed ? ('missing' as const) : null;
}

/**
 * Records in the audit log that a person saw these times. Pages reload by themselves, so the same times in the same
 * session are recorded once in half an hour.
 */
export async function recordLook(
  ctx: Context,
  tx: Tx,
  { userId, role, sessionId }: SignedIn,
  subject: string,
  rows: readonly Pick<TimeRow, 'appointment_id'>[],
): Promise<void> {
  const appointments = rows.flatMap(({ appointment_id }) => appointment_id ?? []);
  if (appointments.length === 0) return;
  await ctx.audit.recordLook(tx, {
    actor: userId,
    actor_role: role,
    action: 'agenda.viewed',
    subject: `agenda:${subject}`,
    patient_id: null,
    reason: 'treatment',
    session: sessionId,
    details: { appointments },
  });
}

/** Lists the booked times for the administrators' calendar. */
export const listBookedTimes = (ctx: Context, { userId }: SignedIn, { from, to, ...filter }: Period & TimeFilter) =>
  withStaff(ctx.db, userId, async (tx) => {
    const rows = await listTimes(tx, spanOf({ from, to }), filter);
    const choices = await listChoices(tx);
    const names = await namesOf(tx, [...new Set(rows.map(({ practitioner_id }) => practitioner_id))]);
    return {
      times: rows.map((row) => ({
        ...toTime(row),
        practitioner: { id: row.practitioner_id, name: names.get(row.practitioner_id) ?? '' },
      })),
      ...choices,
    };
  });

const patientsOf = (rows: readonly TimeRow[]): string[] => [
  ...new Set(rows.flatMap(({ patient_id }) => patient_id ?? [])),
];

const toTime = (row: TimeRow) => ({ ...toBareTime(row), visit: visitOf(row) });

/** Returns a booked time without its appointment. */
export const toBareTime = (row: AnyTimeRow) => ({
  id: row.id,
  state: row.state,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  blocked_from: row.blocked_from.toISOString(),
  blocked_until: row.blocked_until.toISOString(),
  held_until: row.held_until?.toISOString() ?? null,
  late_minutes: row.late_minutes,
  service: { id: row.service_id, name_en: row.name_en, name_fr: row.name_fr, is_video: row.is_video },
  site: { id: row.site_id, name: row.site_name, timezone: row.timezone },
  room_name: row.room_name,
});

function visitOf({ appointment_id, number, status, patient_full_name, requested_treatment }: TimeRow) {
  if (!appointment_id || !number || !status) return null;
  return {
    appointment_id,
    number,
    status,
    patient_name: patient_full_name ?? '',
    treatment: requested_treatment ?? '',
  };
}
