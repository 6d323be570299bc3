import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import type { Config, StorageConfig } from './config.ts';
import { Environment } from './environment.ts';

/** Everything that is wrong with the configuration, one line each. Names variables, never their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const Secrets = z.record(z.string(), z.string());

/**
 * Reads and checks the configuration once, at start. Variables that are set to nothing count as absent. In development and in tests missing
 * secrets are made and kept in `FLAIRA_SECRETS_FILE` (default `<DATA_DIR>/secrets.json`); in production they must be given.
 *
 * @throws ConfigError with all issues at once
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''));
  const file = resolve(given.FLAIRA_SECRETS_FILE ?? join(given.DATA_DIR ?? 'data', 'secrets.json'));
  if (given.NODE_ENV !== 'production') makeSecrets(file);
  const parsed = Environment.safeParse({ ...readSecrets(file), ...given });
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describe).join('\n'));
  return toConfig(parsed.data);
}

/** Makes the secrets of a development machine, once. Whoever can read the file can read the photos: it belongs to its owner only. */
export function makeSecrets(file: string): void {
  if (existsSync(file)) return;
  const secret = () => randomBytes(32).toString('base64');
  const secrets = { PHOTO_MASTER_KEYS: `dev-1:${secret()}`, AUTH_SECRET: secret(), LINK_KEY: secret() };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}

function readSecrets(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new ConfigError(`${file} is not a JSON object of texts`);
  }
}

const describe = ({ path, code, message }: z.core.$ZodIssue): string =>
  `${path.join('.')}: ${code === 'custom' || code === 'too_small' || code === 'too_big' ? message : 'is missing or not of the expected form'}`;

function toConfig(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR);
  return {
    nodeEnv: env.NODE_ENV,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    ownerUrl: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
    dataDir,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Flaira <care@flaira.localhost>',
    storage: storageOf(env, dataDir),
    photoMasterKeys: env.PHOTO_MASTER_KEYS,
    authSecret: env.AUTH_SECRET,
    linkKey: env.LINK_KEY,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
  };
}

function storageOf(env: Environment, dataDir: string): StorageConfig {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return { kind: 'folder', dir: join(dataDir, 'objects') };
  return {
    kind: 's3',
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
