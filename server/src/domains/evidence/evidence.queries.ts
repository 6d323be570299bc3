import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { EvidenceLooksTable, EvidenceMeasurementsTable, EvidenceReportsTable, Period } from './evidence.table.ts';

export type MeasurementRow = Selectable<EvidenceMeasurementsTable>;
export type ReportRow = Selectable<EvidenceReportsTable>;

interface Versions {
  readonly dataset: string;
  readonly engine: number;
}

/** Lists those outcome checks of a case that were measured with these versions of the dataset and the engine. */
export async function listLooked(tx: Tx, caseId: string, { dataset, engine }: Versions): Promise<Period[]> {
  const rows = await tx
    .selectFrom('evidence_looks')
    .select('period')
    .where('case_id', '=', caseId)
    .where('dataset', '=', dataset)
    .where('engine', '=', engine)
    .execute();
  return rows.map(({ period }) => period);
}

/**
 * Saves a look, which is one comparison of two photos, with its measurements. The look replaces an earlier look at the
 * same outcome check of the case.
 */
export async function saveLook(
  tx: Tx,
  look: Selectable<EvidenceLooksTable>,
  measurements: readonly MeasurementRow[],
): Promise<void> {
  await tx.deleteFrom('evidence_looks').where('case_id', '=', look.case_id).where('period', '=', look.period).execute();
  await tx.insertInto('evidence_looks').values(look).execute();
  if (measurements.length > 0)
    await tx
      .insertInto('evidence_measurements')
      .values([...measurements])
      .execute();
}

/**
 * Deletes all looks (comparisons of two photos) of a person. The database deletes the measurements of these looks at
 * the same time.
 */
export const deleteLooksOfUser = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('evidence_looks').where('user_id', '=', userId).execute();

export const deleteLooksOfCase = (tx: Tx, caseId: string): Promise<unknown> =>
  tx.deleteFrom('evidence_looks').where('case_id', '=', caseId).execute();

/** Lists the measurements that were made with these versions of the dataset and the engine. */
export const listMeasurements = (tx: Tx, { dataset, engine }: Versions): Promise<MeasurementRow[]> =>
  tx
    .selectFrom('evidence_measurements as m')
    .innerJoin('evidence_looks as l', (join) =>
      join.onRef('l.case_id', '=', 'm.case_id').onRef('l.period', '=', 'm.period'),
    )
    .selectAll('m')
    .where('l.dataset', '=', dataset)
    .where('l.engine', '=', engine)
    .execute();

export const findNewestReport = (db: Db | Tx): Promise<ReportRow | undefined> =>
  db.selectFrom('evidence_reports').selectAll().orderBy('month', 'desc').limit(1).executeTakeFirst();

/**
 * Inserts the report of a month, unless the month already has one. Published figures change only once a month, because
 * daily changes would reveal when a person joined or left.
 */
export const insertReport = (tx: Tx, row: Insertable<EvidenceReportsTable>): Promise<unknown> =>
  tx
    .insertInto('evidence_reports')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
