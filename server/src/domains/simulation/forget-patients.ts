import * as z from 'zod';
import { findUser, listSilentPatientsForUpdate } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import * as cases from './cases.queries.ts';
import { recordEnd, yearsBefore } from './record-years.ts';

/** A prospect is forgotten three years after the last contact. */
const PROSPECT_YEARS = 3;
const BATCH = 50;
const FIRST = '00000000-0000-0000-0000-000000000000';

export function defineForgettingJob(ctx: Context): void {
  ctx.jobs.define('simulation.forgetPatients', z.object({}), (_payload, { signal }) => forgetPatients(ctx, signal), {
    cron: '37 2 * * *',
  });
}

/** Walks through the silent accounts once, in batches, so that those who are kept do not stand in the way of the others. */
async function forgetPatients(ctx: Context, signal: AbortSignal): Promise<void> {
  let after: string | undefined = FIRST;
  while (after && !signal.aborted) after = await forgetBatch(ctx, after);
}

/** Answers where to go on, or nothing at the end. */
const forgetBatch = (ctx: Context, after: string): Promise<string | undefined> =>
  withSystem(ctx.db, async (tx) => {
    const silent = await listSilentPatientsForUpdate(tx, yearsBefore(ctx.clock.now(), PROSPECT_YEARS), after, BATCH);
    const kept = await cases.listSignedSince(tx, silent, recordEnd(ctx.clock.now()));
    for (const userId of silent.filter((id) => !kept.has(id))) await forgetPatient(ctx, tx, userId);
    return silent.length === BATCH ? silent.at(-1) : undefined;
  });

/** The same erasure as one that a person asks for. */
async function forgetPatient(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const person = await findUser(tx, userId);
  if (person) await ctx.personal.erase(ctx, tx, { userId, email: person.email });
  await ctx.audit.record(tx, {
    actor: 'system',
    action: 'patient.forgotten',
    subject: `user:${userId}`,
    patient_id: userId,
    reason: 'retention',
  });
}
