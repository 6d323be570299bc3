import type { Passport } from '#contract/treatment-records.ts';
import { findUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import * as cases from '../cases.queries.ts';
import { listOfCases } from './records.queries.ts';
import { showRecords } from './show-records.ts';
import { newestOf } from './treatment-record.ts';

export const getMyPassport = (ctx: Context, userId: string): Promise<Passport> =>
  withUser(ctx.db, userId, (tx) => showPassport(ctx, tx, userId));

/**
 * Returns all recorded treatments of a person under all their treatment plans. Each record is shown in its newest
 * version.
 */
export async function showPassport(ctx: Context, tx: Tx, userId: string): Promise<Passport> {
  const mine = await cases.listOfPatient(tx, userId);
  const rows = await listOfCases(
    tx,
    mine.map(({ id }) => id),
  );
  const patient = await findUser(tx, userId);
  return {
    patient_name: patient ? `${patient.first_name} ${patient.last_name}`.trim() : '',
    records: await showRecords(ctx, tx, mine, newestOf(rows)),
  };
}
