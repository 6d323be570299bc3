import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Everything that is wrong with the configuration, one line each. Names variables, never their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Values = Readonly<Record<string, string>>;

/**
 * The variables, wherever they stand. Those that are set to nothing count as absent. Each of `names` may also stand in a file of its own that
 * `<NAME>_FILE` names, as container platforms hand out secrets, and any in `FLAIRA_SECRETS_FILE` (default `<DATA_DIR>/secrets.json`, which the set-up
 * makes on a development machine); production reads that file only when it is named. A variable wins over the file of its own, and both over the
 * common one.
 *
 * @throws ConfigError for a file that cannot be read
 */
export function readVariables(variables: NodeJS.ProcessEnv, names: readonly string[]): Values {
  const given = withoutEmpty(variables);
  const byDefault = given.NODE_ENV === 'production' ? undefined : join(given.DATA_DIR ?? 'data', 'secrets.json');
  return { ...readCommon(given.FLAIRA_SECRETS_FILE ?? byDefault), ...readFiles(given, names), ...given };
}

function withoutEmpty(variables: NodeJS.ProcessEnv): Values {
  const entries = Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(entries);
}

function readCommon(file: string | undefined): Values {
  if (!file || !existsSync(file)) return {};
  const found = parse(readFileSync(resolve(file), 'utf8'));
  if (!found || Object.values(found).some((value) => typeof value !== 'string'))
    throw new ConfigError(`${file} is not a JSON object of texts`);
  return found as Values;
}

function parse(text: string): object | null {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** The values of `<NAME>_FILE`, without the line break at their end. */
function readFiles(given: Values, names: readonly string[]): Values {
  const named = names.flatMap((name) => {
    const file = given[`${name}_FILE`];
    return file ? [[name, readValue(name, file)] as const] : [];
  });
  return Object.fromEntries(named);
}

function readValue(name: string, file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8').trimEnd();
  } catch {
    throw new ConfigError(`${name}_FILE: ${file} cannot be read`);
  }
}
