import { type Insertable, sql, type Updateable } from 'kysely';
import type { VideoSide, VideoSignal } from '#contract/video.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { VideoSignalsTable, VideoVisitsTable } from './video.table.ts';
import type { VisitRow } from './visit.ts';

export const find = (tx: Tx, id: string): Promise<VisitRow | undefined> =>
  tx.selectFrom('video_visits').selectAll().where('id', '=', id).executeTakeFirst();

export const findForUpdate = (tx: Tx, id: string): Promise<VisitRow | undefined> =>
  tx.selectFrom('video_visits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Inserts a visit. Returns undefined if the case already has a visit that is not over. */
export const insert = (tx: Tx, row: Insertable<VideoVisitsTable>): Promise<VisitRow | undefined> =>
  tx
    .insertInto('video_visits')
    .values(row)
    .onConflict((conflict) => conflict.column('case_id').where('ended_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();

export const update = (tx: Tx, id: string, changes: Updateable<VideoVisitsTable>): Promise<VisitRow> =>
  tx.updateTable('video_visits').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const listOfCase = (tx: Tx, caseId: string): Promise<VisitRow[]> =>
  tx.selectFrom('video_visits').selectAll().where('case_id', '=', caseId).orderBy('planned_at', 'desc').execute();

/** The highest number of visits in one list. */
const MOST = 200;

/** Lists the visits that the caller may see and that are not over. */
export const listOpen = (tx: Tx): Promise<VisitRow[]> => open(tx).execute();

export const listOpenOf = (tx: Tx, patientId: string): Promise<VisitRow[]> =>
  open(tx).where('patient_id', '=', patientId).execute();

const open = (tx: Tx) =>
  tx
    .selectFrom('video_visits')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('planned_at')
    .orderBy('id')
    .limit(MOST);

/** Lists and locks the patient's visits that have not begun. */
export const listNotBegunForUpdate = (tx: Tx, patientId: string): Promise<VisitRow[]> =>
  tx
    .selectFrom('video_visits')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('state', 'in', ['planned', 'waiting'])
    .orderBy('id')
    .forUpdate()
    .execute();

/** Returns and locks the visit of a case that was planned at the time `plannedBy` or earlier and that has not begun. */
export const findNotBegunForUpdate = (tx: Tx, caseId: string, plannedBy: Date): Promise<VisitRow | undefined> =>
  tx
    .selectFrom('video_visits')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('state', 'in', ['planned', 'waiting'])
    .where('created_at', '<=', plannedBy)
    .forUpdate()
    .executeTakeFirst();

/** Selects visits of cases that have not begun and whose doctor in charge is not one of these doctors. */
const withoutDoctor = (tx: Tx, able: readonly string[]) =>
  tx
    .selectFrom('video_visits')
    // For the partial index of visits that have not ended.
    .where('ended_at', 'is', null)
    .where('state', 'in', ['planned', 'waiting'])
    .where(sql<boolean>`exists (select from cases c where c.id = video_visits.case_id
      and coalesce(c.practitioner_id, c.assigned_to) <> all(${[...able]}::uuid[]))`);

export const listWithoutDoctor = (tx: Tx, able: readonly string[]): Promise<{ id: string }[]> =>
  withoutDoctor(tx, able).select('id').orderBy('planned_at').limit(500).execute();

/** Returns and locks the visit. Returns undefined if it is no longer such a visit. */
export const findWithoutDoctorForUpdate = (
  tx: Tx,
  able: readonly string[],
  id: string,
): Promise<VisitRow | undefined> =>
  withoutDoctor(tx, able).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Lists the visits that are planned for `plannedFor` or earlier and are not over. */
export const listPast = (tx: Tx, plannedFor: Date): Promise<{ id: string }[]> =>
  tx
    .selectFrom('video_visits')
    .select('id')
    .where('ended_at', 'is', null)
    .where('planned_at', '<=', plannedFor)
    .orderBy('planned_at')
    .limit(500)
    .execute();

// ── Signals ─────────────────────────────────────────────────────────────────────────────────────────────────────────
/** Stores a signal. A repeated call with the same number stores nothing. */
export async function insertSignal(
  tx: Tx,
  { signal, ...row }: Omit<Insertable<VideoSignalsTable>, 'signal'> & { signal: VideoSignal },
): Promise<void> {
  await tx
    .insertInto('video_signals')
    .values({ ...row, signal: JSON.stringify(signal) as never })
    .onConflict((conflict) => conflict.columns(['visit_id', 'from_page', 'number']).doNothing())
    .execute();
}

export async function countSignals(tx: Tx, visitId: string, to: VideoSide): Promise<number> {
  const { count } = await tx
    .selectFrom('video_signals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('visit_id', '=', visitId)
    .where('to_side', '=', to)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A page of one side of a visit. The browser chooses the id of its page, so both sides can have the same id. */
interface Reader {
  readonly visitId: string;
  readonly side: VideoSide;
  readonly page: string;
}

export const listSignals = (
  tx: Tx,
  { visitId, side, page }: Reader,
  after: number,
): Promise<{ place: number; from_page: string; signal: VideoSignal }[]> =>
  tx
    .selectFrom('video_signals')
    .select(['place', 'from_page', 'signal'])
    .where('visit_id', '=', visitId)
    .where('to_side', '=', side)
    .where('to_page', '=', page)
    .where('place', '>', after)
    .orderBy('place')
    .execute();

export async function deleteTaken(tx: Tx, { visitId, side, page }: Reader, upTo: number): Promise<void> {
  await tx
    .deleteFrom('video_signals')
    .where('visit_id', '=', visitId)
    .where('to_side', '=', side)
    .where('to_page', '=', page)
    .where('place', '<=', upTo)
    .execute();
}

/**
 * Deletes all signals to one side, whichever of its pages they were sent to. If no side is given, deletes the signals
 * to both sides.
 */
export async function deleteSignals(tx: Tx, visitId: string, to?: VideoSide): Promise<void> {
  const all = tx.deleteFrom('video_signals').where('visit_id', '=', visitId);
  await (to ? all.where('to_side', '=', to) : all).execute();
}
