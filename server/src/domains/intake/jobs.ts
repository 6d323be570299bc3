import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { deleteLead } from './delete-lead.ts';
import { LEAD_LIFE_DAYS } from './lead.ts';
import * as leads from './leads.queries.ts';
import * as photos from './photos.queries.ts';

const DAY_MS = 86_400_000;
/** The maximum number of rows of each kind that one run deletes. The next nightly run deletes the rest. */
const MOST = 5000;

export function defineIntakeJobs(ctx: Context): void {
  ctx.jobs.define('intake.deleteUnclaimed', z.object({}), (_payload, job) => deleteUnclaimed(ctx, job.signal), {
    cron: '25 3 * * *',
  });
}

/**
 * Deletes leads that were not attached to an account within 30 days, with their photos, answers, consents and
 * encryption keys. This includes claimed leads whose account has not confirmed its email address. The job also deletes
 * photos that were stored but never used.
 */
async function deleteUnclaimed(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now().getTime();
  const expiry = new Date(now - LEAD_LIFE_DAYS * DAY_MS);
  const dayAgo = new Date(now - DAY_MS);
  const rounds = [
    {
      id: 'leads',
      run: () => deleteAll(ctx, signal, (tx) => leads.listExpired(tx, expiry, MOST), deleteExpiredLead(expiry)),
    },
    {
      id: 'photos',
      run: () => deleteAll(ctx, signal, (tx) => photos.listForgotten(tx, dayAgo, MOST), deletePhoto(dayAgo)),
    },
  ];
  await oneByOne(ctx.log, rounds, ({ run }) => run());
}

type Deletion = (ctx: Context, tx: Tx, id: string) => Promise<void>;

async function deleteAll(
  ctx: Context,
  signal: AbortSignal,
  list: (tx: Tx) => Promise<{ id: string }[]>,
  remove: Deletion,
): Promise<void> {
  const found = await withSystem(ctx.system, list);
  await oneByOne(ctx.log, found, async ({ id }) => {
    if (!signal.aborted) await withSystem(ctx.system, (tx) => remove(ctx, tx, id));
  });
}

const deleteExpiredLead =
  (expiry: Date): Deletion =>
  async (ctx, tx, id) => {
    if (await leads.isExpiredForUpdate(tx, expiry, id)) await deleteLead(ctx, tx, id);
  };

const deletePhoto =
  (before: Date): Deletion =>
  async (ctx, tx, id) => {
    if (!(await photos.isForgottenForUpdate(tx, before, id))) return;
    await photos.remove(tx, id);
    await ctx.photos.delete(tx, id);
  };
