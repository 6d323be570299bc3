/** Everything that is wrong with the configuration, one line each. Names variables, never their values. */
export class ConfigError extends Error {
  override readonly name: 'ConfigError';
}

/**
 * Reads the variables from all their sources. Empty variables count as absent. Each may also be in a file that
 * `<NAME>_FILE` names, as container platforms provide secrets, and any in `FLAIRA_SECRETS_FILE` (default
 * `<DATA_DIR>/secrets.json`, which the set-up makes on a development machine); production reads that file only if the
 * variable names it. A variable overrides its own file, and both override the common one.
 *
 * @throws ConfigError naming every file that cannot be read
 */
export function readVariables(
  variables: NodeJS.ProcessEnv,
  names?: readonly string[],
): Readonly<Record<string, string>>;
