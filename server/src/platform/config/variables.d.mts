/**
 * An error that lists all faults of the configuration, one line for each fault. Its message names variables and files,
 * and never contains a secret.
 */
export class ConfigError extends Error {
  override readonly name: 'ConfigError';
}

/**
 * Reads the variables from all their sources. An empty variable is treated as absent. A variable `<NAME>` can come from
 * three sources, and an earlier source overrides a later one:
 * - the environment itself;
 * - the file that `<NAME>_FILE` names, because container platforms provide secrets as files;
 * - the common file that `FLAIRA_SECRETS_FILE` names. Its default is `<DATA_DIR>/secrets.json`, which the set-up makes
 * on a development machine. Production has no default.
 *
 * @throws ConfigError naming every `<NAME>_FILE` that cannot be read, or a common file that cannot be read or is not a
 * JSON object of strings. Only the default common file may be missing
 */
export function readVariables(
  variables: NodeJS.ProcessEnv,
  names?: readonly string[],
): Readonly<Record<string, string>>;
