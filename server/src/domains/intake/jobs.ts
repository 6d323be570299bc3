import * as z from 'zod';
import { deleteLeadConsents } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { LEAD_LIFE_DAYS } from './lead.ts';
import * as leads from './leads.queries.ts';
import * as photos from './photos.queries.ts';

const DAY_MS = 86_400_000;
const BATCH = 50;

export function defineIntakeJobs(ctx: Context): void {
  ctx.jobs.define('intake.deleteUnclaimed', z.object({}), (_payload, job) => deleteUnclaimed(ctx, job.signal), {
    cron: '25 3 * * *',
  });
}

/** Leads that no account took over within 30 days, with their photos, answers, consents and keys; and photos that were stored and never used. */
async function deleteUnclaimed(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now().getTime();
  while (!signal.aborted && (await deleteLeads(ctx, new Date(now - LEAD_LIFE_DAYS * DAY_MS))) === BATCH);
  await deleteForgottenPhotos(ctx, new Date(now - DAY_MS));
}

/** Objects and keys first in the same transaction: nothing of a lead outlives its row. */
const deleteLeads = (ctx: Context, before: Date): Promise<number> =>
  withSystem(ctx.system, async (tx) => {
    const expired = await leads.listExpiredForUpdate(tx, before, BATCH);
    for (const { id } of expired) {
      await ctx.photos.erase(tx, { leadId: id });
      await deleteLeadConsents(tx, id);
      await leads.remove(tx, id);
    }
    return expired.length;
  });

const deleteForgottenPhotos = (ctx: Context, before: Date): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    for (const { id } of await photos.listForgotten(tx, before)) {
      await photos.remove(tx, id);
      await ctx.photos.delete(tx, id);
    }
  });
