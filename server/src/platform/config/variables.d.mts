/** Everything that is wrong with the configuration, one line each. Names variables, never their values. */
export class ConfigError extends Error {
  override readonly name: 'ConfigError';
}

/**
 * The variables, wherever they stand. Those that are set to nothing count as absent. Each may also stand in a file of its own that `<NAME>_FILE`
 * names, as container platforms hand out secrets, and any in `FLAIRA_SECRETS_FILE` (default `<DATA_DIR>/secrets.json`, which the set-up makes on a
 * development machine); production reads that file only when it is named. A variable wins over the file of its own, and both over the common one.
 *
 * @throws ConfigError naming every file that cannot be read
 */
export function readVariables(
  variables: NodeJS.ProcessEnv,
  names?: readonly string[],
): Readonly<Record<string, string>>;
