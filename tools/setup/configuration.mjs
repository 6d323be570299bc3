import { faultsIn } from '../../server/src/platform/config/faults.mjs';
import { readVariables } from '../../server/src/platform/config/variables.mjs';
import { SetupError } from './say.mjs';

/** Values for the check if no database is configured, because the launcher then starts the embedded one. */
const EMBEDDED = {
  DATABASE_URL: 'postgres://flaira_app@localhost/flaira',
  SYSTEM_DATABASE_URL: 'postgres://flaira_system@localhost/flaira',
};

/**
 * Reports every fault of the configuration before anything is installed, built or migrated.
 * @param {NodeJS.ProcessEnv} variables
 */
export function checkConfiguration(variables) {
  const given = readVariables(variables);
  const faults = faultsIn(given.DATABASE_URL ? given : { ...given, ...EMBEDDED });
  if (faults.length === 0) return;
  const title =
    faults.length === 1 ? 'The configuration has a fault:' : `The configuration has ${faults.length} faults:`;
  const lines = faults.map((sentence) => `  ${sentence}`);
  throw new SetupError([title, ...lines, 'docs/operations.md explains each variable. Nothing was changed.'].join('\n'));
}
