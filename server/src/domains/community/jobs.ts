import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { deleteUnusedImages } from './images.ts';

export function defineCommunityJobs(ctx: Context): void {
  ctx.jobs.define('community.deleteUnusedImages', z.object({}), () => deleteUnusedImages(ctx), { cron: '35 3 * * *' });
}
