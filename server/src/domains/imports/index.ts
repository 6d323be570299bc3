import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { importsRouter } from './handlers.ts';
import { defineImportJobs } from './jobs.ts';
import { importsData } from './personal.ts';
import './imports.table.ts';

export {
  listImportedPhotos,
  listImportedSince,
  listImportedTreatments,
  listImportedViews,
} from './imported.queries.ts';

/**
 * Registers the import of patients, earlier treatments and photos from another system. The function is called once,
 * before the service listens.
 */
export function register(ctx: Context) {
  ctx.personal.add(importsData);
  defineImportJobs(ctx);
  return { router: importsRouter(ctx) } satisfies Registered;
}
