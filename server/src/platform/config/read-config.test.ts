import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Environment } from './environment.ts';
import { NAMES } from './faults.mjs';
import { readConfig } from './read-config.ts';
import { ConfigError } from './variables.mjs';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const KEY = Buffer.from('a key of exactly thirty-two byte').toString('base64');
const OTHER_KEY = Buffer.from('another key of thirty-two bytes!').toString('base64');
const LINK_KEY = Buffer.from('a key of links, thirty-two bytes').toString('base64');
const AUTH_SECRET = '8fK2-vQz1_LmXy7RtUbWcE4hNsJ0pDgA';
const DATABASE_URL = 'postgres://flaira_app@db.example/flaira';
const SYSTEM_DATABASE_URL = 'postgres://flaira_system@db.example/flaira';
const AUDIT_KEY = Buffer.from('one more key of thirty-two bytes').toString('base64');
const production = () => ({
  NODE_ENV: 'production',
  DATABASE_URL,
  SYSTEM_DATABASE_URL,
  AUDIT_KEY,
  DATA_DIR: aFolder(),
  PUBLIC_URL: 'https://flaira.example',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'Flaira <care@flaira.example>',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  PHOTO_MASTER_KEYS: `2027:${KEY},2026:${KEY}`,
  AUTH_SECRET,
  LINK_KEY,
});

function issuesOf(variables: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '')
      .sort();
  }
}

test('a development machine needs only a database and the secrets that the set-up made', () => {
  const DATA_DIR = aFolder();
  writeFileSync(
    join(DATA_DIR, 'secrets.json'),
    JSON.stringify({ AUTH_SECRET: 'f'.repeat(40), LINK_KEY: KEY, PHOTO_MASTER_KEY: KEY }),
  );
  const config = readConfig({ DATA_DIR, DATABASE_URL, SMTP_URL: '' });

  expect(config).toMatchObject({
    nodeEnv: 'development',
    port: 4600,
    publicUrl: 'http://localhost:4600',
    ownerUrl: DATABASE_URL,
    systemUrl: DATABASE_URL,
  });
  expect(config.storage).toEqual({ kind: 'folder', dir: join(DATA_DIR, 'objects') });
  expect(config.smtpUrl).toBeUndefined();
  expect(config.photoMasterKeys.current).toBe('first');
  expect(issuesOf({ NODE_ENV: 'production', DATA_DIR, DATABASE_URL })).toContain('LINK_KEY');
});

test('production has no defaults for secrets, and reports everything that is missing at once', () => {
  expect(issuesOf({ NODE_ENV: 'production', DATA_DIR: aFolder() })).toEqual([
    'AUDIT_KEY',
    'AUTH_SECRET',
    'DATABASE_URL',
    'LINK_KEY',
    'MAIL_FROM',
    'PHOTO_MASTER_KEY',
    'PUBLIC_URL',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SYSTEM_DATABASE_URL',
  ]);
  const { PUBLIC_URL: _, SMTP_URL: __, ...rest } = production();
  expect(issuesOf(rest)).toEqual(['PUBLIC_URL', 'SMTP_URL']);
  expect(issuesOf({ ...production(), PUBLIC_URL: 'http://flaira.example' })).toEqual(['PUBLIC_URL']);
});

test('a complete production configuration is accepted; the first master key is the current one', () => {
  const config = readConfig(production());
  expect(config.photoMasterKeys.current).toBe('2027');
  expect([...config.photoMasterKeys.ring.keys()]).toEqual(['2027', '2026']);
  const rotated = readConfig({ ...production(), PHOTO_MASTER_KEYS: `2028:${KEY}`, PHOTO_MASTER_KEY: OTHER_KEY });
  expect(issuesOf({ ...production(), PHOTO_MASTER_KEY: KEY })).toEqual([]);
  expect([...rotated.photoMasterKeys.ring.keys()]).toEqual(['2028', 'first']);
});

const openId = {
  OPENID_URL: 'https://provider.example/.well-known/openid-configuration',
  OPENID_NAME: 'Provider',
  OPENID_CLIENT_ID: 'flaira',
  OPENID_CLIENT_SECRET: 'drawn at random',
  OPENID_ACR: 'two',
};

const sms = { SMS_API_KEY: 'KEY0199', SMS_FROM: '+33644600000', SMS_PUBLIC_KEY: KEY };

test.each([
  ['PORT', { PORT: 'http' }],
  ['LINK_KEY', { LINK_KEY: 'c2hvcnQ=' }],
  ['AUDIT_KEY', { AUDIT_KEY: '' }],
  ['AUTH_SECRET', { AUTH_SECRET: 'short' }],
  ['PHOTO_MASTER_KEYS', { PHOTO_MASTER_KEYS: `a:${KEY},a:${KEY}` }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x/y' }],
  ['SYSTEM_DATABASE_URL', { SYSTEM_DATABASE_URL: 'mysql://x/y' }],
  ['SYSTEM_DATABASE_URL', { SYSTEM_DATABASE_URL: DATABASE_URL }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://flaira.example/app' }],
  ['STRIPE_URL', { STRIPE_URL: 'http://stripe.example' }],
  ['STRIPE_URL', { STRIPE_URL: 'http://localhost.example:12111' }],
  ['STRIPE_URL', { STRIPE_URL: 'https://stripe.example/v1' }],
  ['ANNUAIRE_SANTE_KEY', { ANNUAIRE_SANTE_URL: 'https://register.example/fhir/v2' }],
  ['ANNUAIRE_SANTE_URL', { ANNUAIRE_SANTE_KEY: 'a key' }],
  ['OPENID_ACR', { ...openId, OPENID_ACR: '' }],
  ['OPENID_CLIENT_SECRET', { ...openId, OPENID_CLIENT_SECRET: '' }],
  ['OPENID_URL', { ...openId, OPENID_URL: 'http://provider.example' }],
  ['OPENID_SCOPES', { ...openId, OPENID_SCOPES: 'profile' }],
  ['SMS_FROM', { ...sms, SMS_FROM: '06 12 34 56 78' }],
  ['SMS_FROM', { ...sms, SMS_FROM: '' }],
  ['SMS_API_KEY', { ...sms, SMS_API_KEY: '' }],
  ['SMS_PUBLIC_KEY', { ...sms, SMS_PUBLIC_KEY: '' }],
  ['SMS_PUBLIC_KEY', { ...sms, SMS_PUBLIC_KEY: 'c2hvcnQ=' }],
  ['SMS_URL', { ...sms, SMS_URL: 'http://telnyx.example' }],
])('a wrong %s is refused', (name, wrong) => {
  expect(issuesOf({ ...production(), ...wrong })).toEqual([name]);
});

test('text messages are sent if all of their variables are set, and not if none is', () => {
  expect(readConfig(production()).sms).toBeUndefined();
  expect(readConfig({ ...production(), ...sms }).sms).toEqual({
    url: 'https://api.telnyx.com',
    apiKey: 'KEY0199',
    from: '+33644600000',
    publicKey: Buffer.from(KEY, 'base64'),
  });
});

test('a value may come from a file of its own; the variable overrides the file, and a missing file is named', () => {
  const folder = aFolder();
  const file = join(folder, 'auth-secret');
  writeFileSync(file, `${AUTH_SECRET}\n`);
  const { AUTH_SECRET: _, ...rest } = production();
  expect(readConfig({ ...rest, AUTH_SECRET_FILE: file }).authSecret).toBe(AUTH_SECRET);
  expect(
    readConfig({ ...rest, AUTH_SECRET_FILE: file, AUTH_SECRET: 'k7'.repeat(8) + AUTH_SECRET }).authSecret,
  ).toContain('k7k7');
  expect(issuesOf({ ...rest, AUTH_SECRET_FILE: join(folder, 'nowhere') })).toEqual(['AUTH_SECRET_FILE']);
  expect(issuesOf({ ...rest, DATABASE_URL: '', DATABASE_URL_FILE: file })).toContain('DATABASE_URL');
});

test('a configured secrets file must exist; only the default secrets file may be missing', () => {
  const nowhere = join(aFolder(), 'secrets.json');
  expect(issuesOf({ ...production(), FLAIRA_SECRETS_FILE: nowhere })).toEqual(['FLAIRA_SECRETS_FILE']);
  expect(issuesOf({ ...production(), NODE_ENV: 'development', DATA_DIR: aFolder() })).toEqual([]);
});

test.each([
  ['AUTH_SECRET', { AUTH_SECRET: 'change-me-change-me-change-me-change-me' }],
  ['AUTH_SECRET', { AUTH_SECRET: 'x'.repeat(40) }],
  ['LINK_KEY', { LINK_KEY: Buffer.alloc(32).toString('base64') }],
  ['PHOTO_MASTER_KEY', { PHOTO_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_51Hk2' }],
  ['PHOTO_MASTER_KEYS', { PHOTO_MASTER_KEYS: `2027:${KEY},2026:${Buffer.alloc(32, 7).toString('base64')}` }],
  ['AUTH_SECRET', { AUTH_SECRET: KEY }],
  ['AUDIT_KEY', { AUDIT_KEY: LINK_KEY }],
  ['LINK_KEY', { PHOTO_MASTER_KEYS: `2027:${KEY},2026:${LINK_KEY}` }],
])('production does not start with a weak %s', (name, wrong) => {
  expect(issuesOf({ ...production(), ...wrong })).toEqual([name]);
});

test('a development machine accepts weak secrets', () => {
  expect(issuesOf({ ...production(), NODE_ENV: 'development', AUTH_SECRET: 'x'.repeat(40) })).toEqual([]);
});

test.each(['http://127.0.0.1:12111', 'http://localhost:12111', 'http://[::1]:12111', 'https://stripe.example'])(
  '%s may replace Stripe, even in production; without an address Stripe itself is used',
  (STRIPE_URL) => {
    expect(readConfig({ ...production(), STRIPE_URL }).stripe?.url).toBe(STRIPE_URL);
    expect(readConfig(production()).stripe).toEqual({ secretKey: 'sk_live_x', webhookSecret: 'whsec_x' });
  },
);

test('a storage bucket is refused without its two access keys', () => {
  expect(issuesOf({ ...production(), S3_BUCKET: 'photos' })).toEqual(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  const config = readConfig({ ...production(), S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' });
  expect(config.storage).toMatchObject({ kind: 's3', bucket: 'photos' });
});

test('the environment overrides the secrets file, and no fault quotes a value', () => {
  const DATA_DIR = aFolder();
  writeFileSync(
    join(DATA_DIR, 'secrets.json'),
    JSON.stringify({ AUTH_SECRET: 'f'.repeat(40), LINK_KEY: KEY, PHOTO_MASTER_KEYS: `a:${KEY}` }),
  );
  expect(readConfig({ DATA_DIR, DATABASE_URL, AUTH_SECRET: 'e'.repeat(40) }).authSecret).toBe('e'.repeat(40));
  expect(() => readConfig({ DATA_DIR, DATABASE_URL, AUTH_SECRET: 'hunter2' })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
  );
});

test('faults.mjs checks every variable that environment.ts turns into a value', () => {
  expect([...NAMES].sort()).toEqual(Object.keys(Environment.shape).sort());
  const rejected = (name: string): boolean => {
    const field = Environment.shape[name as keyof typeof Environment.shape];
    return !field.safeParse('!').success;
  };
  const unsaid = NAMES.filter((name) => rejected(name) && !issuesOf({ ...production(), [name]: '!' }).includes(name));
  expect(unsaid).toEqual([]);
  expect(NAMES.filter(rejected).length).toBeGreaterThan(20);
});
