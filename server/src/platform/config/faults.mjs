// Plain JavaScript without packages: the launcher checks the configuration before anything is installed, on any version
// of Node. `environment.ts` turns the same variables into values.

const isUrl = (text, ...protocols) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
const isKey = (text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === 32;
const isLong = (text) => text.length >= 32;
const whole = (least, most) => ({
  fits: (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
  says: `must be a whole number from ${least} to ${most}`,
});
const number = (least, most) => ({
  fits: (text) => text.trim() !== '' && Number(text) >= least && Number(text) <= most,
  says: `must be a number from ${least} to ${most}`,
});
const oneOf = (...words) => ({ fits: (text) => words.includes(text), says: `must be one of ${words.join(', ')}` });
const like = (pattern, says) => ({ fits: (text) => pattern.test(text), says });
const listOf = (pattern, says) => ({ fits: (text) => text.split(',').every((one) => pattern.test(one.trim())), says });
const any = { fits: () => true, says: '' };
const database = {
  fits: (text) => isUrl(text, 'postgres:', 'postgresql:'),
  says: 'must be an address such as postgres://login:password@host/flaira',
};
const web = { fits: (text) => isUrl(text, 'http:', 'https:'), says: 'must be an address that begins with https://' };
const origin = {
  fits: (text) => isUrl(text, 'http:', 'https:') && new URL(text).origin === text.replace(/\/$/, ''),
  says: 'must be an origin without a path, such as https://flaira.example',
};
const key = { fits: isKey, says: 'must be 32 bytes in base64 (openssl rand -base64 32)' };
const mostHours = 8784;

/** For each variable: a check of its value, and the sentence for a wrong value. */
const forms = {
  NODE_ENV: oneOf('development', 'test', 'production'),
  PORT: whole(0, 65_535),
  PROCESS_ROLE: oneOf('all', 'web', 'worker'),
  DRAIN_MS: whole(0, 60_000),
  PUBLIC_URL: origin,
  DATABASE_URL: database,
  SYSTEM_DATABASE_URL: database,
  DATABASE_OWNER_URL: database,
  DATA_DIR: any,
  SMTP_URL: {
    fits: (text) => isUrl(text, 'smtp:', 'smtps:'),
    says: 'must be an address such as smtps://login:password@host',
  },
  MAIL_FROM: { fits: (text) => text.length >= 3 && text.length <= 200, says: 'must have 3 to 200 characters' },
  S3_BUCKET: { fits: (text) => text.length >= 3 && text.length <= 63, says: 'must have 3 to 63 characters' },
  S3_REGION: any,
  S3_ENDPOINT: web,
  S3_ACCESS_KEY_ID: any,
  S3_SECRET_ACCESS_KEY: any,
  PHOTO_MASTER_KEY: key,
  PHOTO_MASTER_KEYS: {
    fits: (text) => {
      const entries = text.split(',').map((entry) => entry.trim().split(':'));
      const ids = new Set(entries.map(([id]) => id));
      return (
        ids.size === entries.length && entries.every(([id, value = '']) => /^[\w-]{1,40}$/.test(id) && isKey(value))
      );
    },
    says: 'must be id:key,id:key with each id once and each key of 32 bytes in base64',
  },
  STRIPE_SECRET_KEY: like(/^sk_/, 'must begin with sk_'),
  STRIPE_WEBHOOK_SECRET: like(/^whsec_/, 'must begin with whsec_'),
  STRIPE_URL: origin,
  VAPID_PUBLIC_KEY: like(/^[\w-]{87}$/, 'must be 65 bytes in base64url'),
  VAPID_PRIVATE_KEY: like(/^[\w-]{43}$/, 'must be 32 bytes in base64url'),
  PUSH_SERVICES: any,
  SMS_API_KEY: any,
  SMS_FROM: like(/^\+[1-9]\d{6,14}$/, 'must be a number such as +33612345678'),
  SMS_PUBLIC_KEY: { fits: isKey, says: 'must be the 32 bytes in base64 that the provider shows as its public key' },
  SMS_URL: origin,
  TIMESTAMP_URL: web,
  TIMESTAMP_ROOTS: like(/-----BEGIN CERTIFICATE-----/, 'must be certificates in PEM'),
  ANNUAIRE_SANTE_URL: web,
  ANNUAIRE_SANTE_KEY: any,
  STUN_URLS: listOf(
    /^stuns?:[^\s,?]+$/,
    'must be addresses such as stun:turn.flaira.example:3478, separated by commas',
  ),
  TURN_URLS: listOf(
    /^turns?:[^\s,?]+(\?transport=(udp|tcp))?$/,
    'must be addresses such as turns:turn.flaira.example:5349?transport=tcp, separated by commas',
  ),
  TURN_SECRET: { fits: (text) => text.length >= 16, says: 'must have at least 16 characters' },
  OPENID_URL: web,
  OPENID_NAME: { fits: (text) => text.length <= 60, says: 'must have at most 60 characters' },
  OPENID_CLIENT_ID: any,
  OPENID_CLIENT_SECRET: any,
  OPENID_ACR: like(/\S/, 'must be values of acr, separated by spaces'),
  OPENID_SCOPES: like(/(^|\s)openid(\s|$)/, 'must be scopes, separated by spaces, openid among them'),
  OPENID_NUMBER_CLAIM: any,
  AUDIT_KEY: key,
  AUTH_SECRET: { fits: isLong, says: 'must have at least 32 characters (openssl rand -base64 32)' },
  AUTH_SECRETS_BEFORE: {
    fits: (text) => text.split(',').every((secret) => isLong(secret.trim())),
    says: 'must have at least 32 characters in each value',
  },
  SESSION_HOURS_PATIENT: number(0.25, mostHours),
  SESSION_HOURS_STAFF: number(0.25, mostHours),
  COMMUNITY_ANSWER_HOURS: number(0.25, mostHours),
  COMMUNITY_QUESTIONS_OPEN: whole(1, 1000),
  COMMUNITY_QUESTIONS_WEEK: whole(1, 1000),
  COMMUNITY_GUIDE_MONTHS: whole(1, 60),
  LINK_KEY: key,
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  SLOW_QUERY_MS: whole(0, Number.MAX_SAFE_INTEGER),
  METRICS_TOKEN: { fits: (text) => text.length >= 16, says: 'must have at least 16 characters' },
  OTEL_EXPORTER_OTLP_ENDPOINT: web,
  OTEL_EXPORTER_OTLP_HEADERS: any,
  OTEL_TRACES_SAMPLER_ARG: number(0, 1),
  TRUST_PROXY: oneOf('0', '1', 'false', 'true'),
  COUNTRY_HEADER: like(/^[A-Za-z0-9-]{2,60}$/, 'must be the name of a header'),
};

export const NAMES = Object.keys(forms);

const drawn = 'Draw it once and keep it: openssl rand -base64 32.';
/** Variables that sign-in through an OpenID provider needs. They must be set together. */
const OPENID = ['OPENID_URL', 'OPENID_NAME', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET', 'OPENID_ACR'];
/** Variables that text messages need. They must be set together. */
const SMS = ['SMS_API_KEY', 'SMS_FROM', 'SMS_PUBLIC_KEY'];
/** Variables without which the service does not start. */
const always = {
  DATABASE_URL: 'It is the database, under the login that answers requests.',
  AUTH_SECRET: `It signs sessions. ${drawn}`,
  LINK_KEY: `It signs links to photos. ${drawn}`,
};
const inProduction = {
  SYSTEM_DATABASE_URL: 'It is the same database, under the login for jobs and events.',
  AUDIT_KEY: `It signs the audit log. ${drawn}`,
  PUBLIC_URL: 'It is the address that visitors type, such as https://flaira.example.',
  SMTP_URL: 'It is the mail relay, such as smtps://login:password@host.',
  MAIL_FROM: 'It is the sender of every mail, such as Flaira <care@flaira.example>.',
  STRIPE_SECRET_KEY: 'It is the secret live key of your Stripe account and begins with sk_live_.',
  STRIPE_WEBHOOK_SECRET: 'Stripe shows it beside the webhook endpoint; it begins with whsec_.',
};

export function faultsIn(given) {
  const malformed = NAMES.filter((name) => given[name] && !forms[name].fits(given[name])).map(
    (name) => `${name} ${forms[name].says}.`,
  );
  const found = [...malformed, ...missingIn(given), ...contradictionsIn(given)];
  if (given.NODE_ENV !== 'production') return found;
  const said = new Set(found.map(nameIn));
  return [...found, ...weakIn(given).filter((sentence) => !said.has(nameIn(sentence)))];
}

const nameIn = (sentence) => sentence.split(' ', 1)[0];

function missingIn(given) {
  const needed = { ...always, ...(given.NODE_ENV === 'production' && inProduction) };
  if (!given.PHOTO_MASTER_KEYS) needed.PHOTO_MASTER_KEY = `It encrypts photos. ${drawn}`;
  const together = [
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
    ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['STRIPE_URL', 'STRIPE_SECRET_KEY'],
    ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
    ['TIMESTAMP_ROOTS', 'TIMESTAMP_URL'],
    ['ANNUAIRE_SANTE_URL', 'ANNUAIRE_SANTE_KEY'],
    ['ANNUAIRE_SANTE_KEY', 'ANNUAIRE_SANTE_URL'],
    ['SMS_URL', 'SMS_API_KEY'],
    ...SMS.flatMap((one) => SMS.filter((other) => other !== one).map((other) => [one, other])),
    ['TURN_URLS', 'TURN_SECRET'],
    ['TURN_SECRET', 'TURN_URLS'],
    ...OPENID.flatMap((one) => OPENID.filter((other) => other !== one).map((other) => [one, other])),
  ];
  for (const [one, other] of together) if (given[one]) needed[other] ??= `${one} needs it.`;
  return Object.entries(needed).flatMap(([name, why]) => (given[name] ? [] : [`${name} is missing. ${why}`]));
}

export const isThisMachine = (url) =>
  URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

function contradictionsIn(given) {
  if (given.NODE_ENV !== 'production') return [];
  return [
    ...(given.SYSTEM_DATABASE_URL && given.SYSTEM_DATABASE_URL === given.DATABASE_URL
      ? ['SYSTEM_DATABASE_URL must be another login than DATABASE_URL.']
      : []),
    ...['PUBLIC_URL', 'OPENID_URL']
      .filter((name) => given[name]?.startsWith('http:'))
      .map((name) => `${name} must be https in production.`),
    ...['STRIPE_URL', 'SMS_URL']
      .filter((name) => given[name]?.startsWith('http:') && !isThisMachine(given[name]))
      .map((name) => `${name} must be https in production, unless it is this machine.`),
  ];
}

const SECRETS = [
  'AUTH_SECRET',
  'AUDIT_KEY',
  'LINK_KEY',
  'PHOTO_MASTER_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];
/** Words that show that a value was copied from an example or a template. */
const EXAMPLE = /change.?me|example|placeholder|your[-_]|secret.?key|password|default|^sk_test_/i;
/** A random value has at least this many different characters. */
const FEWEST = 8;

/** Returns the name and the value of each secret. A ring of master keys has several values. */
function secretsIn(given) {
  const ring = (given.PHOTO_MASTER_KEYS ?? '').split(',').flatMap((entry) => entry.trim().split(':')[1] ?? []);
  // During a change of the master key, PHOTO_MASTER_KEYS may also contain the value of PHOTO_MASTER_KEY. It counts once.
  const others = [...new Set(ring)].filter((value) => value !== given.PHOTO_MASTER_KEY);
  return [
    ...SECRETS.flatMap((name) => (given[name] ? [{ name, value: given[name] }] : [])),
    ...others.map((value) => ({ name: 'PHOTO_MASTER_KEYS', value })),
  ];
}

/**
 * Returns a sentence for each unsafe secret: an example value, a value with few different characters, or a test key of
 * a provider. Adds one sentence if two secrets have the same value.
 */
function weakIn(given) {
  const secrets = secretsIn(given);
  const isWeak = ({ name, value }) =>
    EXAMPLE.test(value) || (!name.startsWith('STRIPE') && new Set(value).size < FEWEST);
  return [
    ...secrets
      .filter(isWeak)
      .map(({ name }) =>
        name === 'STRIPE_SECRET_KEY'
          ? `${name} must be the live key of your account, not a test key or an example.`
          : `${name} looks like an example. Draw a random value for this machine.`,
      ),
    ...secrets.flatMap(({ name, value }, at) =>
      secrets
        .slice(0, at)
        .filter((other) => other.value === value)
        .map((other) => `${other.name} is the same as ${name}. Draw each one by itself.`),
    ),
  ];
}
