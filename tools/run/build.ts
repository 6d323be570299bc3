import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { main, SetupError } from '../setup/say.mjs';
import { reachedAt, variable } from './variables.ts';
import { buildWebIfStale } from './web-build.ts';

/**
 * `npm run build` makes everything that a start would otherwise write into the project. The service can then start in a
 * place that it cannot write to. It builds the web app for its public address, and makes the links between PostgreSQL's
 * libraries. A container image needs this, and so does a service account that may not write to the project.
 */
await main(async () => {
  if (!variable('PUBLIC_URL'))
    throw new SetupError('Set PUBLIC_URL to the address at which browsers reach Flaira: its pages name it.');
  await buildWebIfStale(reachedAt().address);
  if (!variable('DATABASE_URL')) findBinaries();
});
