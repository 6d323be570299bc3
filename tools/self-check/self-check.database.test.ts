import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '#server/platform/config/config.ts';
import { noteBackup } from '#server/platform/storage/last-backup.ts';
import { anOpenIdProvider } from '../../server/test/an-openid-provider.ts';
import { aDoctorRegister } from '../../server/test/a-doctor-register.ts';
import { aRelay } from '../../server/test/a-relay.ts';
import { freshDatabase } from '../../server/test/database.ts';
import { startFakeS3 } from '../../server/test/fake-s3.ts';
import { aFakeStripe } from '../../server/test/fake-stripe.ts';
import { checkDatabaseLogins, checkOwner } from './database.ts';
import { lineOf, runChecks, Skipped } from './outcome.ts';
import { checkPaymentKey, checkWebhook, EVENTS } from './payments.ts';
import * as around from './surroundings.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const configOf = (over: Partial<Config>): Config => ({ nodeEnv: 'production', ...over }) as Config;

test('the check of the database logins accepts the right ones, and names a wrong one', async () => {
  const { appUrl, systemUrl, ownerUrl } = await freshDatabase();
  const logins = { databaseUrl: appUrl, systemUrl, ownerUrl };
  expect(await checkDatabaseLogins(configOf(logins))).toContain('Both logins work');
  await expect(checkDatabaseLogins(configOf({ ...logins, databaseUrl: systemUrl }))).rejects.toThrow(
    'DATABASE_URL can',
  );
  await expect(checkDatabaseLogins(configOf({ ...logins, systemUrl: appUrl }))).rejects.toThrow('SYSTEM_DATABASE_URL');
  const away = 'postgres://flaira_app:secret@127.0.0.1:1/flaira';
  await expect(checkDatabaseLogins(configOf({ ...logins, databaseUrl: away }))).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  );
});

test('the check of the owner’s login fails if this login cannot make tables', async () => {
  const { appUrl, ownerUrl } = await freshDatabase();
  expect(await checkOwner(configOf({ ownerUrl }))).toBe('The owner can migrate.');
  await expect(checkOwner(configOf({ ownerUrl: appUrl }))).rejects.toThrow('cannot make tables');
});

test('the check of the storage stores, reads and deletes an object, in a folder and in a bucket', async () => {
  const dir = aFolder();
  expect(await around.checkStorage(configOf({ storage: { kind: 'folder', dir } }))).toContain(dir);
  await expect(
    around.checkStorage(configOf({ storage: { kind: 'folder', dir: import.meta.filename } })),
  ).rejects.toThrow('rights of the folder');
  const s3 = await startFakeS3();
  onTestFinished(s3.stop);
  expect(await around.checkStorage(configOf({ storage: s3.config }))).toContain('the bucket photos');
  expect(s3.objects.size).toBe(0);
  s3.mood = 'refuses';
  await expect(around.checkStorage(configOf({ storage: s3.config }))).rejects.toThrow('Nothing can be written to');
});

test('the check looks up an unassigned number in the register of doctors', async () => {
  const register = await aDoctorRegister();
  const config = configOf({ annuaireSante: { url: register.url, key: register.key } });
  expect(await around.checkDoctorRegister(config)).toContain('It answers');
  expect(register.asked[0]).toContain('00000000000');
  const other = configOf({ annuaireSante: { url: register.url, key: 'another key' } });
  await expect(around.checkDoctorRegister(other)).rejects.toThrow('it answers 401. Check ANNUAIRE_SANTE_URL');
  await expect(around.checkDoctorRegister(configOf({}))).rejects.toThrow(Skipped);
});

test('the check loads the addresses of the OpenID provider of professionals', async () => {
  const { discoveryUrl } = await anOpenIdProvider();
  const provider = {
    name: 'Pro',
    clientId: 'x',
    clientSecret: 'x',
    scopes: ['openid'],
    acr: ['two'],
    registrationClaim: 'number',
  };
  expect(await around.checkOpenId(configOf({ openId: { ...provider, discoveryUrl } }))).toContain('answers');
  const wrong = configOf({ openId: { ...provider, discoveryUrl: `${discoveryUrl}x` } });
  await expect(around.checkOpenId(wrong)).rejects.toThrow('it answers 404. Check OPENID_URL');
  await expect(around.checkOpenId(configOf({}))).rejects.toThrow(Skipped);
});

test('the check of the email server sends a test message only if an address is given', async () => {
  const relay = await aRelay();
  const config = configOf({ smtpUrl: relay.url, mailFrom: 'Flaira <care@flaira.example>' });
  expect(await around.checkMail(config, undefined)).toContain('accepts the login');
  expect(relay.received).toHaveLength(0);
  expect(await around.checkMail(config, 'ada@example.org')).toContain('ada@example.org');
  expect(relay.received[0]?.to?.[0]?.address).toBe('ada@example.org');
  await expect(around.checkMail({ ...config, smtpUrl: 'smtp://127.0.0.1:1' }, undefined)).rejects.toThrow('SMTP_URL');
  await expect(around.checkMail(configOf({}), undefined)).rejects.toBeInstanceOf(Skipped);
});

test('the check of Stripe needs a known key and an endpoint that sends every event that we handle', async () => {
  const fake = await aFakeStripe();
  const stripe = { secretKey: 'sk_live_x', webhookSecret: 'whsec_x' };
  const config = configOf({ stripe, publicUrl: 'https://flaira.example' });
  const key = () => checkPaymentKey(config, fake.address);
  const webhook = () => checkWebhook(config, fake.address);
  const endpoint = { url: 'https://flaira.example/api/payments/webhook', status: 'enabled', enabled_events: EVENTS };
  const tell = (over: object) => {
    fake.answers['GET /v1/webhook_endpoints'] = { object: 'list', data: [{ ...endpoint, ...over }] };
  };
  fake.answers['GET /v1/balance'] = { object: 'balance', livemode: true };
  tell({});
  expect(await key()).toBe('Stripe knows the key.');
  expect(await webhook()).toContain('every event');
  tell({ enabled_events: EVENTS.slice(1) });
  await expect(webhook()).rejects.toThrow('checkout.session.completed');
  tell({ status: 'disabled' });
  await expect(webhook()).rejects.toThrow('switched off');
  tell({ url: 'https://other.example' });
  await expect(webhook()).rejects.toThrow('no webhook endpoint');
  fake.answers['GET /v1/balance'] = { object: 'balance', livemode: false };
  await expect(key()).rejects.toThrow('test key');
  fake.answers['GET /v1/balance'] = { status: 401, error: { type: 'invalid_request_error' } };
  await expect(key()).rejects.toThrow('does not know');
});

test('the check requires exactly the Stripe events that the service handles', () => {
  const source = readFileSync(join(import.meta.dirname, '../../server/src/platform/payments/read-notice.ts'), 'utf8');
  const read = [...source.matchAll(/case '([a-z_.]+\.[a-z_]+)':/g)].map(([, event]) => event);
  expect([...EVENTS].sort()).toEqual(read.sort());
});

/** Starts a server that answers /healthz with `status` and with the date header of Node. */
async function aSite(status: string): Promise<string> {
  const server = createServer((_, res) => void res.end(JSON.stringify({ status })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the self-check covers the clock, the disk, the public address and the backup', async () => {
  const { appUrl } = await freshDatabase();
  const config = configOf({ databaseUrl: appUrl, dataDir: aFolder(), publicUrl: await aSite('alive') });
  const later = () => Date.now() + 60_000;
  expect(await around.checkClock(config, config.publicUrl)).toContain('and the payment provider');
  expect(await around.checkClock(config, 'http://127.0.0.1:1')).toContain('not reachable');
  await expect(around.checkClock(config, config.publicUrl, later)).rejects.toThrow(/off by (59|60|61) s/);
  const disk = (free: number) => async () => ({ bavail: free, blocks: 1000, bsize: 1024 ** 3 }) as never;
  expect(await around.checkDisk(config, disk(500))).toContain('500.0 GB of 1000.0 GB');
  await expect(around.checkDisk(config, disk(99))).rejects.toThrow('Only 99.0 GB');
  expect(await around.checkAddress(config)).toContain('without TLS');
  await expect(around.checkAddress({ ...config, publicUrl: await aSite('other') })).rejects.toThrow('another program');
  await expect(around.checkAddress({ ...config, publicUrl: 'https://127.0.0.1:1' })).rejects.toThrow('certificate');

  const at = new Date('2026-11-20T02:00:00Z');
  const backup = (now: string, isElsewhere = false) => around.checkBackup(config, isElsewhere, new Date(now));
  await expect(backup('2026-11-20T02:00:00Z')).rejects.toThrow('no backup yet');
  await noteBackup(config.dataDir, at);
  expect(await backup('2026-11-21T04:00:00Z')).toContain('26 hours old');
  await expect(backup('2026-11-21T04:01:00Z')).rejects.toThrow('26 hours old');
  await expect(backup('2026-11-21T04:01:00Z', true)).rejects.toBeInstanceOf(Skipped);
});

test('every check prints one line, even after another has failed, and no line contains a password', async () => {
  const fail = () => Promise.reject(new Error('no answer from smtp://me:hunter2@mail.example'));
  const skip = () => Promise.reject(new Skipped('Not here.'));
  const said: string[] = [];
  const outcomes = await runChecks(
    [
      { name: 'Mail', run: fail },
      { name: 'Backup', run: skip },
      { name: 'Disk', run: async () => 'Enough.' },
    ],
    (outcome) => said.push(lineOf(outcome)),
  );
  expect(said).toEqual([
    'failed   Mail: no answer from the address',
    'skipped  Backup: Not here.',
    'passed   Disk: Enough.',
  ]);
  expect(outcomes.map(({ state }) => state)).toEqual(['failed', 'skipped', 'passed']);
});
