import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { main, SetupError } from '../setup/say.mjs';
import { reachedAt, variable } from './variables.ts';
import { buildWebIfStale } from './web-build.ts';

/**
 * `npm run build` makes everything that a start would write into the project, so that the service can start where it
 * may write nothing. This is the web app for the address at which it is reached, and the links between PostgreSQL's
 * libraries. A container image needs it, and so does an account that owns no file of the project.
 */
await main(async () => {
  if (!variable('PUBLIC_URL'))
    throw new SetupError('Set PUBLIC_URL to the address at which browsers reach Flaira: its pages name it.');
  await buildWebIfStale(reachedAt().address);
  if (!variable('DATABASE_URL')) findBinaries();
});
