import { join, resolve } from 'node:path';
import type { Config, MasterKeys, StorageConfig } from './config.ts';
import { Environment } from './environment.ts';
import { faultsIn } from './faults.mjs';
import { ConfigError, readVariables } from './variables.mjs';

/**
 * Reads and checks the configuration once, at start.
 *
 * @throws ConfigError with all faults at once
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const all = readVariables(variables);
  const faults = faultsIn(all);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return toConfig(Environment.parse(all));
}

function toConfig(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR);
  return {
    nodeEnv: env.NODE_ENV,
    port: env.PORT,
    role: env.PROCESS_ROLE,
    drainMs: env.DRAIN_MS,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    systemUrl: env.SYSTEM_DATABASE_URL ?? env.DATABASE_URL,
    ownerUrl: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
    dataDir,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Flaira <care@flaira.localhost>',
    storage: storageOf(env, dataDir),
    photoMasterKeys: masterKeysOf(env),
    stripe: stripeOf(env),
    push: pushOf(env),
    sms: smsOf(env),
    timestamps: env.TIMESTAMP_URL ? { url: env.TIMESTAMP_URL, roots: env.TIMESTAMP_ROOTS } : undefined,
    annuaireSante: annuaireSanteOf(env),
    ice: iceOf(env),
    openId: openIdOf(env),
    authSecret: env.AUTH_SECRET,
    authSecretsBefore: env.AUTH_SECRETS_BEFORE,
    sessionHours: { patient: env.SESSION_HOURS_PATIENT, staff: env.SESSION_HOURS_STAFF },
    answerHours: env.COMMUNITY_ANSWER_HOURS,
    questionLimits: { open: env.COMMUNITY_QUESTIONS_OPEN, week: env.COMMUNITY_QUESTIONS_WEEK },
    guideMonths: env.COMMUNITY_GUIDE_MONTHS,
    auditKey: env.AUDIT_KEY,
    linkKey: env.LINK_KEY,
    logLevel: env.LOG_LEVEL,
    slowQueryMs: env.SLOW_QUERY_MS,
    traces: tracesOf(env),
    metricsToken: env.METRICS_TOKEN,
    trustProxy: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER,
  };
}

const pushOf = ({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  PUSH_SERVICES: services,
}: Environment) => (publicKey && privateKey ? { publicKey, privateKey, services } : undefined);

const smsOf = ({
  SMS_API_KEY: apiKey,
  SMS_FROM: from,
  SMS_PUBLIC_KEY: publicKey,
  SMS_URL: url,
}: Environment): Config['sms'] =>
  apiKey && from && publicKey ? { url: url.replace(/\/$/, ''), apiKey, from, publicKey } : undefined;

const stripeOf = ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_URL: url,
}: Environment) => (secretKey && webhookSecret ? { secretKey, webhookSecret, url } : undefined);

const annuaireSanteOf = ({ ANNUAIRE_SANTE_URL: url, ANNUAIRE_SANTE_KEY: key }: Environment) =>
  url && key ? { url: url.replace(/\/$/, ''), key } : undefined;

const iceOf = ({ STUN_URLS: stunUrls, TURN_URLS: urls, TURN_SECRET: secret }: Environment): Config['ice'] => ({
  stunUrls,
  turn: urls.length > 0 && secret ? { urls, secret } : undefined,
});

function openIdOf(env: Environment): Config['openId'] {
  const { OPENID_URL, OPENID_NAME, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET } = env;
  if (!OPENID_URL || !OPENID_NAME || !OPENID_CLIENT_ID || !OPENID_CLIENT_SECRET) return undefined;
  return {
    name: OPENID_NAME,
    discoveryUrl: OPENID_URL,
    clientId: OPENID_CLIENT_ID,
    clientSecret: OPENID_CLIENT_SECRET,
    scopes: env.OPENID_SCOPES,
    acr: env.OPENID_ACR,
    registrationClaim: env.OPENID_NUMBER_CLAIM,
  };
}

const tracesOf = (env: Environment) =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
        share: env.OTEL_TRACES_SAMPLER_ARG,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS,
      }
    : undefined;

function masterKeysOf({ PHOTO_MASTER_KEY, PHOTO_MASTER_KEYS }: Environment): MasterKeys {
  const ring = new Map(PHOTO_MASTER_KEYS);
  if (PHOTO_MASTER_KEY && !ring.has('first')) ring.set('first', PHOTO_MASTER_KEY);
  return { current: [...ring.keys()][0] ?? '', ring };
}

function storageOf(env: Environment, dataDir: string): StorageConfig {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return { kind: 'folder', dir: join(dataDir, 'objects') };
  return {
    kind: 's3',
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
