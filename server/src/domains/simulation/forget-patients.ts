import * as z from 'zod';
import { findUser, isSilentForUpdate, listSilentPatients } from '#server/domains/identity/index.ts';
import { listImportedSince } from '#server/domains/imports/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import * as cases from './cases.queries.ts';
import { recordEnd, yearsBefore } from './record-years.ts';

/**
 * A prospect's data is erased this number of years after the last contact. A prospect is a patient on the free
 * subscription plan without a medical record that must be kept.
 */
const PROSPECT_YEARS = 3;
const BATCH = 50;
const FIRST = '00000000-0000-0000-0000-000000000000';

export function defineForgettingJob(ctx: Context): void {
  ctx.jobs.define('simulation.forgetPatients', z.object({}), (_payload, { signal }) => forgetPatients(ctx, signal), {
    cron: '37 2 * * *',
  });
}

/** Checks each inactive account once, in batches. An account that must not be erased does not delay the others. */
const forgetPatients = (ctx: Context, signal: AbortSignal): Promise<void> =>
  oneByOne(ctx.log, listForgotten(ctx, signal), ({ id }) => forgetSilent(ctx, id));

async function* listForgotten(ctx: Context, signal: AbortSignal): AsyncIterable<{ id: string }> {
  let after: string | undefined = FIRST;
  while (after) {
    const from: string = after;
    const { silent, kept } = await withSystem(ctx.system, async (tx) => {
      const found = await listSilentPatients(tx, silentSince(ctx), from, BATCH);
      return { silent: found, kept: await listKept(ctx, tx, found) };
    });
    for (const id of silent) {
      if (signal.aborted) return;
      if (!kept.has(id)) yield { id };
    }
    after = silent.length === BATCH ? silent.at(-1) : undefined;
  }
}

const silentSince = ({ clock }: Context): Date => yearsBefore(clock.now(), PROSPECT_YEARS);
async function listKept({ clock }: Context, tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const since = recordEnd(clock.now());
  return new Set([...(await cases.listSignedSince(tx, ids, since)), ...(await listImportedSince(tx, ids, since))]);
}

/**
 * Erases one inactive account. The check is repeated under the lock, because the person may have signed in meanwhile.
 */
const forgetSilent = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    if (!(await isSilentForUpdate(tx, silentSince(ctx), userId))) return;
    if ((await listKept(ctx, tx, [userId])).size === 0) await forgetPatient(ctx, tx, userId);
  });

/** Erases a person's data in the same way as when the person requests the erasure, but sends no email. */
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
