import type { Insertable, Selectable, Updateable } from 'kysely';
import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { DoseCalibrationsTable } from './simulation.table.ts';

export type CalibrationRow = Selectable<DoseCalibrationsTable>;

/**
 * Returns the calibration for new recipes (the doses of a simulation). It is the last calibration that was approved for
 * the dataset and engine in force. A new dataset or engine starts without a calibration, because the measured results
 * apply only to the old dataset and engine. If the last approved calibration contains no corrections, the dataset's own
 * table is in force again, and there is no calibration.
 */
export async function findCalibration(tx: Tx): Promise<Calibration | undefined> {
  const row = await tx
    .selectFrom('dose_calibrations')
    .select(['number', 'v0'])
    .where('decision', '=', 'approved')
    .where('dataset', '=', clinicalVersion)
    .where('engine', '=', engineVersion)
    .orderBy('decided_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && Object.keys(row.v0).length > 0 ? row : undefined;
}

/** Returns all calibrations, newest first. */
export const listCalibrations = (tx: Tx): Promise<CalibrationRow[]> =>
  tx.selectFrom('dose_calibrations').selectAll().orderBy('number', 'desc').execute();

/** Inserts a proposed calibration. Returns undefined if another proposal is open. */
export const insertCalibration = (
  tx: Tx,
  row: Insertable<DoseCalibrationsTable>,
): Promise<CalibrationRow | undefined> =>
  tx
    .insertInto('dose_calibrations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Returns a calibration that is not decided yet, and locks it until the transaction ends. */
export const holdCalibration = (tx: Tx, number: number): Promise<CalibrationRow | undefined> =>
  tx
    .selectFrom('dose_calibrations')
    .selectAll()
    .where('number', '=', number)
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const decideOn = (
  tx: Tx,
  number: number,
  decision: Updateable<DoseCalibrationsTable>,
): Promise<CalibrationRow> =>
  tx
    .updateTable('dose_calibrations')
    .set(decision)
    .where('number', '=', number)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function listLooked(tx: Tx, number: number, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('dose_calibration_looks')
    .select('treatment')
    .where('number', '=', number)
    .where('user_id', '=', userId)
    .orderBy('treatment')
    .execute();
  return rows.map(({ treatment }) => treatment);
}

export const noteLook = (
  tx: Tx,
  look: { number: number; user_id: string; treatment: string; looked_at: Date },
): Promise<unknown> =>
  tx
    .insertInto('dose_calibration_looks')
    .values(look)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
