import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { CaseRow } from '../cases.queries.ts';
import type { PhotoRequestsTable } from '../simulation.table.ts';

export type PhotoRequestRow = Selectable<PhotoRequestsTable>;

const openRequests = (tx: Tx) =>
  tx.selectFrom('photo_requests').selectAll().where('answered_at', 'is', null).where('withdrawn_at', 'is', null);

export const findOpenRequest = (tx: Tx, caseId: string): Promise<PhotoRequestRow | undefined> =>
  openRequests(tx).where('case_id', '=', caseId).executeTakeFirst();

export const listOpenRequests = (tx: Tx, caseIds: readonly string[]): Promise<PhotoRequestRow[]> =>
  caseIds.length === 0
    ? Promise.resolve([])
    : openRequests(tx)
        .where('case_id', 'in', [...caseIds])
        .execute();

/** Inserts a photo request. Returns undefined if a request is already open. */
export const insertRequest = (
  tx: Tx,
  row: Pick<PhotoRequestRow, 'case_id' | 'poses' | 'reason' | 'note' | 'requested_by' | 'requested_at'>,
): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('photo_requests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

export async function endRequest(tx: Tx, id: string, how: 'answered_at' | 'withdrawn_at', at: Date): Promise<void> {
  await tx
    .updateTable('photo_requests')
    .set({ [how]: at })
    .where('id', '=', id)
    .execute();
}

export const listRedos = (
  tx: Tx,
  caseIds: readonly string[],
): Promise<{ case_id: string; wishes: string; requested_at: Date }[]> =>
  caseIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('redo_requests')
        .select(['case_id', 'wishes', 'requested_at'])
        .where('case_id', 'in', [...caseIds])
        .orderBy('requested_at', 'desc')
        .execute();

export async function insertRedo(tx: Tx, caseId: string, wishes: string, at: Date): Promise<void> {
  await tx.insertInto('redo_requests').values({ case_id: caseId, wishes, requested_at: at }).execute();
}

/** Deletes the redo requests of a case that are later than its newest signature. */
export const deleteRedosSince = (tx: Tx, caseId: string, signedAt: Date): Promise<unknown> =>
  tx.deleteFrom('redo_requests').where('case_id', '=', caseId).where('requested_at', '>', signedAt).execute();

/** Returns the number of redos that were granted for each case in addition to the redos of the subscription plan. */
export async function mapCredits(tx: Tx, caseIds: readonly string[]): Promise<Map<string, number>> {
  if (caseIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('case_credits')
    .select(({ fn }) => ['case_id', fn.countAll<number>().as('count')])
    .where('case_id', 'in', [...caseIds])
    .groupBy('case_id')
    .execute();
  return new Map(rows.map(({ case_id, count }) => [case_id, Number(count)]));
}

export const insertCredit = (tx: Tx, caseId: string, dueAt: Date, at: Date): Promise<unknown> =>
  tx
    .insertInto('case_credits')
    .values({ case_id: caseId, due_at: dueAt, granted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * Selects open cases that are due at `before` or earlier. Cases that wait for photos, and cases that already have a
 * warning of this kind for this due time, are left out.
 */
const unwarned = (tx: Tx, kind: 'due_soon' | 'late', before: Date) =>
  tx
    .selectFrom('cases')
    .where('status', 'in', ['received', 'in_review'])
    .where('due_at', '<=', before)
    .where(sql<boolean>`not exists (select from due_warnings w
      where w.case_id = cases.id and w.due_at = cases.due_at and w.kind = ${kind})`)
    .where('waits_since', 'is', null);

export const listUnwarned = (tx: Tx, kind: 'due_soon' | 'late', before: Date, limit: number) =>
  unwarned(tx, kind, before).select('id').orderBy('due_at').limit(limit).execute();

/**
 * Locks and returns the case. Returns undefined if another process has locked the case or has already stored the
 * warning.
 */
export const findUnwarnedForUpdate = (tx: Tx, kind: 'due_soon' | 'late', before: Date, id: string) =>
  unwarned(tx, kind, before).selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();

/** Selects open cases whose doctor in charge is not one of these doctors. */
const withoutDoctor = (tx: Tx, able: readonly string[]) =>
  tx
    .selectFrom('cases')
    .where('status', 'in', ['received', 'in_review'])
    .where(sql<boolean>`coalesce(practitioner_id, assigned_to) is not null`)
    .where(sql<boolean>`coalesce(practitioner_id, assigned_to) <> all(${[...able]}::uuid[])`);

export const listWithoutDoctor = (tx: Tx, able: readonly string[], limit: number) =>
  withoutDoctor(tx, able).select('id').orderBy('due_at').limit(limit).execute();

/**
 * Locks and returns the case. Returns undefined if another process has locked it, or if it is no longer such a case.
 */
export const findWithoutDoctorForUpdate = (tx: Tx, able: readonly string[], id: string) =>
  withoutDoctor(tx, able).selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();

/** Deletes the reminder of a due time, so that it is sent again. */
export const deleteReminder = (tx: Tx, caseId: string, dueAt: Date): Promise<unknown> =>
  tx
    .deleteFrom('due_warnings')
    .where('case_id', '=', caseId)
    .where('due_at', '=', dueAt)
    .where('kind', '=', 'due_soon')
    .execute();

export async function insertWarning(
  tx: Tx,
  caseId: string,
  dueAt: Date,
  kind: 'due_soon' | 'late',
  at: Date,
): Promise<void> {
  await tx
    .insertInto('due_warnings')
    .values({ case_id: caseId, due_at: dueAt, kind, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the number of open cases of each practitioner and the earliest due time of these cases. A case belongs to a
 * practitioner who works on it or is assigned to it.
 */
export async function mapLoads(db: Db | Tx): Promise<Map<string, { open: number; nextDue: Date }>> {
  const rows = await db
    .selectFrom('cases')
    .select(({ fn }) => [
      sql<string>`coalesce(practitioner_id, assigned_to)`.as('practitioner_id'),
      fn.countAll<number>().as('open'),
      fn.min('due_at').as('next_due'),
    ])
    .where('status', 'in', ['received', 'in_review'])
    .where(({ or, eb }) => or([eb('practitioner_id', 'is not', null), eb('assigned_to', 'is not', null)]))
    .groupBy(sql`1`)
    .execute();
  return new Map(
    rows.map(({ practitioner_id, open, next_due }) => [practitioner_id, { open: Number(open), nextDue: next_due }]),
  );
}

export const listUnassignedForUpdate = (tx: Tx): Promise<CaseRow[]> =>
  tx
    .selectFrom('cases')
    .selectAll()
    .where('status', '=', 'received')
    .where('assigned_to', 'is', null)
    .orderBy('due_at')
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute();
