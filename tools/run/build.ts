import { main, SetupError } from '../setup/say.mjs';
import { reachedAt, variable } from './variables.ts';
import { buildWebIfStale } from './web-build.ts';

/** The web app for the address it is reached at: for an image, which is built where it does not run. */
await main(async () => {
  if (!variable('PUBLIC_URL'))
    throw new SetupError('Set PUBLIC_URL to the address at which browsers reach Flaira: its pages name it.');
  await buildWebIfStale(reachedAt().address);
});
