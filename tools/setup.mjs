import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsIn } from '../server/src/platform/config/faults.mjs';
import { readVariables } from '../server/src/platform/config/variables.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { checkTools } from './setup/node.mjs';
import { main, SetupError } from './setup/say.mjs';
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

/** Values for the check if no database is configured, because the launcher then starts the embedded one. */
const EMBEDDED = {
  DATABASE_URL: 'postgres://flaira_app@localhost/flaira',
  SYSTEM_DATABASE_URL: 'postgres://flaira_system@localhost/flaira',
};

/**
 * Reports every fault of the configuration before anything is installed, built or migrated.
 * @param {NodeJS.ProcessEnv} variables
 */
function checkConfiguration(variables) {
  const given = readVariables(variables);
  const faults = faultsIn(given.DATABASE_URL ? given : { ...given, ...EMBEDDED });
  if (faults.length === 0) return;
  const title =
    faults.length === 1 ? 'The configuration has a fault:' : `The configuration has ${faults.length} faults:`;
  const lines = faults.map((sentence) => `  ${sentence}`);
  throw new SetupError([title, ...lines, 'docs/operations.md explains each variable. Nothing was changed.'].join('\n'));
}

if (process.argv[1] === self) await main(() => setUp());
