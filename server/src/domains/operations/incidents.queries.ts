import { type Insertable, type Selectable, sql } from 'kysely';
import { type IncidentRisk, INCIDENTS_SHOWN, type IncidentStep } from '#contract/incidents.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { IncidentsTable, IncidentStepsTable } from './operations.table.ts';

export type IncidentRow = Selectable<IncidentsTable>;
export type StepRow = Selectable<IncidentStepsTable>;

/** Lists open incidents first and closed incidents after them. In each group the newest come first. */
export const listIncidents = (db: Db | Tx, shown = INCIDENTS_SHOWN): Promise<IncidentRow[]> =>
  db
    .selectFrom('incidents')
    .selectAll()
    .orderBy(sql`closed_at is not null`)
    .orderBy('noticed_at', 'desc')
    .limit(shown + 1)
    .execute();

export const listSteps = (db: Db | Tx, ids: readonly string[]): Promise<StepRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('incident_steps').selectAll().where('incident_id', 'in', ids).execute();

/** Locks and returns an incident, so that changes by two administrators run one after the other. */
export const lockIncident = (tx: Tx, id: string): Promise<IncidentRow | undefined> =>
  tx.selectFrom('incidents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertIncident = (tx: Tx, row: Insertable<IncidentsTable>): Promise<IncidentRow> =>
  tx.insertInto('incidents').values(row).returningAll().executeTakeFirstOrThrow();

export const updateRisk = (
  tx: Tx,
  id: string,
  change: { risk: IncidentRisk; people: number | null },
): Promise<unknown> => tx.updateTable('incidents').set(change).where('id', '=', id).execute();

export const updateClosed = (tx: Tx, id: string, change: { closed_by: string; closed_at: Date }): Promise<unknown> =>
  tx.updateTable('incidents').set(change).where('id', '=', id).execute();

export const putStep = (tx: Tx, { incident_id, step, ...row }: StepRow): Promise<unknown> =>
  tx
    .insertInto('incident_steps')
    .values({ incident_id, step, ...row })
    .onConflict((conflict) => conflict.columns(['incident_id', 'step']).doUpdateSet(row))
    .execute();

export const deleteStep = (tx: Tx, id: string, step: IncidentStep): Promise<unknown> =>
  tx.deleteFrom('incident_steps').where('incident_id', '=', id).where('step', '=', step).execute();
