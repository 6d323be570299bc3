import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '#server/domains/identity/index.ts';
import { aPicture, consentToSimulation } from '../../server/test/a-case.ts';
import { startFakeS3 } from '../../server/test/fake-s3.ts';
import { aRequest } from '../../server/test/an-appointment.ts';
import { Browser } from '../../server/test/browser.ts';
import { freshDatabase, type TestDatabase } from '../../server/test/database.ts';
import { freePort } from '../../server/test/service-process.ts';
import { PASSWORD } from '../../server/test/people.ts';
import { registerDomains } from '#server/app.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import { createPlatform, type Platform } from '#server/platform/create-platform.ts';
import { type Cluster, startCluster } from './cluster.ts';

const SIGN_IN = '/api/auth/sign-in/email';
const roles = ['web', 'web', 'worker', 'worker'] as const;
let database: TestDatabase;
let platform: Platform;
let cluster: Cluster;
let port: number;
let dataDir: string;
let bucket: Awaited<ReturnType<typeof startFakeS3>>;

beforeAll(async () => {
  database = await freshDatabase();
  // The ports of the balancer and of the processes behind it.
  port = await freePort(1 + roles.length);
  dataDir = mkdtempSync(join(tmpdir(), 'flaira-cluster-'));
  bucket = await startFakeS3();
  const env = {
    NODE_ENV: 'test',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.appUrl,
    SYSTEM_DATABASE_URL: database.systemUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    S3_ENDPOINT: bucket.config.endpoint,
    S3_REGION: bucket.config.region,
    S3_BUCKET: bucket.config.bucket,
    S3_ACCESS_KEY_ID: bucket.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.config.secretAccessKey,
    PHOTO_MASTER_KEY: randomBytes(32).toString('base64'),
    LINK_KEY: randomBytes(32).toString('base64'),
    AUTH_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'fatal',
  };
  platform = createPlatform(readConfig(env));
  registerDomains(platform.context);
  cluster = await startCluster({ port, roles, env });
}, 120_000);

afterAll(async () => {
  await cluster?.stop();
  await platform?.context.db.destroy();
  await bucket?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns a browser that calls one process, or the balancer. */
const browserAt = (origin: string, address?: string): Browser =>
  new Browser(`http://127.0.0.1:${port}`, (path, init) => fetch(new URL(path, origin), init), address);

const throughBalancer = (address?: string): Browser => browserAt(`http://127.0.0.1:${port}`, address);

async function aPatient(email: string): Promise<void> {
  await createAccount(platform.context, {
    email,
    password: PASSWORD,
    first_name: 'Claire',
    last_name: 'Moreau',
    birth_date: '1985-04-02',
    role: 'patient',
  });
}

async function signedIn(email: string): Promise<Browser> {
  await aPatient(email);
  const browser = throughBalancer();
  expect((await browser.post(SIGN_IN, { email, password: PASSWORD })).status).toBe(200);
  return browser;
}

test('a session is valid at every process, and a sign-out ends it at every process', async () => {
  const browser = await signedIn('session@example.org');
  const webs = cluster.origins.slice(0, 2).map((origin) => {
    const own = browserAt(origin);
    for (const [name, value] of browser.cookies) own.cookies.set(name, value);
    return own;
  });
  const roles = async () => Promise.all(webs.map(async (web) => (await web.post('/rpc/who_am_i')).json.user?.role));
  expect(await roles()).toEqual(['patient', 'patient']);
  expect((await browser.post('/api/auth/sign-out')).status).toBe(200);
  expect(await roles()).not.toContain('patient');
});

test('a process shows a photo that another process stored in the bucket', async () => {
  const [one, other] = cluster.origins.map((origin) => browserAt(origin, '203.0.113.60'));
  const lead_id = randomUUID();
  await one?.post('/rpc/start_lead', { lead_id, consent: consentToSimulation });
  const form = new FormData();
  for (const [name, value] of Object.entries({ lead_id, pose: 'front', is_verified: 'true' })) form.set(name, value);
  form.set('file', new File([new Uint8Array(await aPicture(90))], 'face.jpg', { type: 'image/jpeg' }));
  expect((await one?.postForm('/rpc/upload_lead_photo', form))?.status).toBe(200);
  for (const [name, value] of one?.cookies ?? []) other?.cookies.set(name, value);
  const { photos } = (await other?.post('/rpc/get_lead', { lead_id }))?.json ?? {};
  expect((await other?.get(photos[0].url))?.status).toBe(200);
  // The bucket also contains the files of the built web app.
  const photo = [...bucket.objects.keys()].filter((key) => !key.startsWith('releases/'));
  expect(photo.map((key) => key.split('/').at(-1)).toSorted()).toEqual(['full', 'thumb']);
  expect(existsSync(join(dataDir, 'objects'))).toBe(false);
});

test('attempts to sign in at all processes are counted together', async () => {
  await aPatient('guessed@example.org');
  const doors = cluster.origins.slice(0, 2).map((origin) => browserAt(origin, '203.0.113.50'));
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries++) {
    const door = doors[tries % 2];
    statuses.push(
      (await door?.post(SIGN_IN, { email: 'guessed@example.org', password: 'wrong words here' }))?.status ?? 0,
    );
  }
  const first = statuses.indexOf(429);
  expect(first).toBeGreaterThan(0);
  expect(statuses.slice(first)).toEqual(statuses.slice(first).map(() => 429));
});

test('a job runs once, although two workers wait for jobs', { timeout: 60_000 }, async () => {
  const browser = await signedIn('once@example.org');
  const asked = Array.from({ length: 12 }, () => browser.post('/rpc/request_appointment', aRequest()));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
  const mails = async () => {
    const { rows } = await sql<{
      subject: string;
    }>`select subject from mailbox where "to" = 'once@example.org'`.execute(platform.context.db);
    return rows.map(({ subject }) => subject);
  };
  await vi.waitFor(async () => expect(await mails()).toHaveLength(12), { timeout: 30_000 });
  expect(new Set(await mails()).size).toBe(12);
});

test('no request fails while the processes are restarted one after the other', { timeout: 120_000 }, async () => {
  const browser = await signedIn('rolling@example.org');
  const before = await idsOfProcesses();
  const failures: string[] = [];
  let asked = 0;
  let isOver = false;
  const ask = async (path: string, body: () => unknown) => {
    while (!isOver) {
      const answer = await browser.post(path, body()).catch((error: Error) => ({ status: 0, text: error.message }));
      asked++;
      if (answer.status !== 200) failures.push(`${path} ${answer.status} ${answer.text}`);
    }
  };
  const asking = [
    ask('/rpc/who_am_i', () => ({})),
    ask('/rpc/list_countries', () => ({})),
    ask('/rpc/who_am_i', () => ({})),
  ];
  await cluster.rollOver();
  isOver = true;
  await Promise.all(asking);
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(50);
  expect(await idsOfProcesses()).not.toEqual(before);
});

/** Returns the start time of each process, which changes with a restart. */
const idsOfProcesses = () =>
  Promise.all(
    cluster.origins.map(async (origin) => {
      const { uptime_s } = (await (await fetch(`${origin}/readyz`)).json()) as { uptime_s: number };
      return Math.round(Date.now() / 1000) - uptime_s;
    }),
  );
