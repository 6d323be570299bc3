import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { buildExport } from './build-export.ts';
import { eraseAgain } from './erase-account.ts';

export function definePrivacyJobs(ctx: Context): void {
  ctx.jobs.define('privacy.buildExport', z.object({ export_id: z.uuid() }), ({ export_id }) =>
    buildExport(ctx, export_id),
  );
  ctx.jobs.define('privacy.eraseAgain', z.object({}), async () => void (await eraseAgain(ctx)), { cron: '41 * * * *' });
  ctx.jobs.define('privacy.forgetExports', z.object({}), () => forgetExpired(ctx), { cron: '23 * * * *' });
}

/**
 * Deletes the rows of expired copies, and then every file without a row. The files of erased people are among these.
 */
async function forgetExpired(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('exports').where('expires_at', '<=', ctx.clock.now()).execute();
  await sweepExports(ctx);
}

export const sweepExports = (ctx: Context): Promise<void> =>
  ctx.archives.sweep(async () => {
    const rows = await ctx.db.selectFrom('exports').select('id').execute();
    return new Set(rows.map(({ id }) => id));
  });
