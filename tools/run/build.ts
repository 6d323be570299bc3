import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { main, SetupError } from '../setup/say.mjs';
import { reachedAt, variable } from './variables.ts';
import { buildWebIfStale } from './web-build.ts';

/**
 * `npm run build`: all that a start would write into the project, so that it can run where it may write nothing: the
 * web app for the address at which it is reached, and the links between the libraries of PostgreSQL. Needed for a
 * container image, and for an account that owns no file of the project.
 */
await main(async () => {
  if (!variable('PUBLIC_URL'))
    throw new SetupError('Set PUBLIC_URL to the address at which browsers reach Flaira: its pages name it.');
  await buildWebIfStale(reachedAt().address);
  if (!variable('DATABASE_URL')) findBinaries();
});
