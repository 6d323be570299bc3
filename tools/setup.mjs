import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkConfiguration } from './setup/configuration.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { checkTools } from './setup/node.mjs';
import { main } from './setup/say.mjs';
import { makeSecrets } from './setup/secrets.mjs';

// Everything here runs on the Node that the machine has (20 or newer). So it is plain JavaScript that imports only Node's own modules.

const self = fileURLToPath(import.meta.url);
export const root = dirname(dirname(self));

/**
 * Prepares a fresh clone so that everything runs. It is quick if nothing needs doing. The configuration is checked
 * first, because an install takes minutes.
 * @param {{ needsConfiguration?: boolean }} [options]
 */
export async function setUp({ needsConfiguration = false } = {}) {
  checkTools();
  const dataDir = resolve(root, process.env.DATA_DIR || 'data');
  if (process.env.NODE_ENV !== 'production') makeSecrets(dataDir);
  if (needsConfiguration) checkConfiguration({ ...process.env, DATA_DIR: dataDir });
  await installDependencies(root);
}

if (process.argv[1] === self) await main(() => setUp());
