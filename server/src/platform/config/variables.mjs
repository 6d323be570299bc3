import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NAMES } from './faults.mjs';

// Plain JavaScript without packages: the launcher reads the configuration before anything is installed, on any version
// of Node.

export class ConfigError extends Error {
  name = 'ConfigError';
}

export function readVariables(variables, names = NAMES) {
  const given = withoutEmpty(variables);
  const byDefault = given.NODE_ENV === 'production' ? undefined : join(given.DATA_DIR ?? 'data', 'secrets.json');
  return { ...readCommon(given.FLAIRA_SECRETS_FILE, byDefault), ...readFiles(given, names), ...given };
}

const withoutEmpty = (variables) => Object.fromEntries(Object.entries(variables).filter(([, value]) => value));

function readCommon(named, byDefault) {
  const file = named ?? byDefault;
  if (!file || (!named && !existsSync(file))) return {};
  const text = readValue(file);
  if (text === undefined) throw new ConfigError(cannotRead('FLAIRA_SECRETS_FILE', file));
  const found = parse(text);
  if (!found || Object.values(found).some((value) => typeof value !== 'string'))
    throw new ConfigError(`${file} is not a JSON object of texts.`);
  return found;
}

function parse(text) {
  try {
    const found = JSON.parse(text);
    return typeof found === 'object' && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** Reads the values of the files that `<NAME>_FILE` names, without the line break at their end. */
function readFiles(given, names) {
  const named = names.filter((name) => given[`${name}_FILE`]);
  const read = named.map((name) => [name, readValue(given[`${name}_FILE`])]);
  const unread = read.filter(([, value]) => value === undefined);
  if (unread.length > 0)
    throw new ConfigError(unread.map(([name]) => cannotRead(`${name}_FILE`, given[`${name}_FILE`])).join('\n'));
  return Object.fromEntries(read);
}

const cannotRead = (variable, file) => `${variable} names ${file}, which cannot be read.`;

function readValue(file) {
  try {
    return readFileSync(resolve(file), 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}
