import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { ConsentVersions } from '#contract/identity.ts';
import { Poses } from '#contract/intake.ts';
import { LaunchLines, SettledLines } from '#contract/launch.ts';
import { openPayment } from '#server/domains/appointments/open-payment.ts';
import { getStudioCase, listMyCases, signAndPublish } from '#server/domains/simulation/index.ts';
import { keepPublication } from '#server/domains/site/launch.ts';
import { removeDataDir, temporaryDataDir } from '#server/platform/db/embedded/temporary.ts';
import { receiveNotice } from '#server/platform/payments/inbox.ts';
import { lastBackup } from '#server/platform/storage/last-backup.ts';
import { aPicture, consentToSimulation, drawCase, signing, someAnswers } from './a-case.ts';
import { aRelay } from './a-relay.ts';
import { anOffered, paymentOf } from './an-appointment.ts';
import type { Browser } from './browser.ts';
import { aFakeStripe } from './fake-stripe.ts';
import { chooseWording, confirmTheSite, openLines, publishSite, readLaunch, settleLine } from './launching.ts';
import { Authenticator } from './passkey.ts';
import { aWorld, PASSWORD, type World } from './world.ts';

const origin = 'https://flaira.test';
const FORTNIGHT_MS = 14 * 86_400_000;

/**
 * Sends Stripe's webhook about a paid checkout page. `asked` contains the fields of the request that opened the page.
 */
async function tellPaid(world: World, asked: Record<string, string>): Promise<void> {
  const created = Math.floor(world.clock.now().getTime() / 1000);
  const metadata = Object.fromEntries(
    ['reference_kind', 'reference_id', 'user_id'].map((name) => [name, asked[`metadata[${name}]`]]),
  );
  const object = {
    id: 'cs_1',
    mode: 'payment',
    payment_status: 'paid',
    amount_total: Number(asked['line_items[0][price_data][unit_amount]']),
    currency: 'eur',
    payment_intent: 'pi_1',
    metadata,
  };
  const payload = JSON.stringify({
    id: 'evt_paid',
    object: 'event',
    type: 'checkout.session.completed',
    created,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_x', timestamp: created });
  await receiveNotice(world, payload, signature);
}

function aDataFolder(): string {
  const folder = temporaryDataDir();
  onTestFinished(() => removeDataDir(folder));
  return folder;
}

/** Returns the configuration as the environment variables that the operator of a new service would set. */
const variablesOf = (config: World['config']): Record<string, string> => ({
  NODE_ENV: 'production',
  DATA_DIR: config.dataDir,
  PUBLIC_URL: config.publicUrl,
  SMTP_URL: config.smtpUrl ?? '',
  MAIL_FROM: config.mailFrom,
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  PHOTO_MASTER_KEYS: [...config.photoMasterKeys.ring].map(([id, key]) => `${id}:${key.toString('base64')}`).join(),
  AUTH_SECRET: config.authSecret,
  LINK_KEY: config.linkKey.toString('base64'),
  AUDIT_KEY: config.auditKey?.toString('base64') ?? '',
});

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Clones the last commit to a separate folder, in which nothing is installed. */
async function aFreshClone(): Promise<string> {
  const clone = join(aDataFolder(), 'flaira');
  await run('git', ['clone', '--quiet', '--shared', root, clone]);
  return clone;
}

/**
 * Runs `npm run <program>` of the clone in a separate process, with the packages of this checkout. Returns the
 * program's output.
 */
async function runProgram(
  clone: string,
  program: string,
  args: string[],
  variables: Record<string, string>,
): Promise<string> {
  const options = { cwd: clone, env: { PATH: process.env['PATH'], ...variables } };
  return (await run(process.execPath, [`tools/run/${program}.ts`, ...args], options)).stdout;
}

/** Runs `npm start` in production without any configuration. Returns the error messages. */
async function startUnconfigured(clone: string): Promise<string> {
  const options = { cwd: clone, env: { PATH: process.env['PATH'], NODE_ENV: 'production' } };
  return run(process.execPath, ['tools/launch.mjs', 'start'], options).then(
    () => 'nothing',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

/** Adds a passkey and signs in with it. A passkey counts as a second factor once the person has signed in with it. */
async function addPasskey(browser: Browser): Promise<void> {
  const device = new Authenticator();
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  const { json } = await browser.get('/api/auth/passkey/generate-register-options');
  const response = device.register(json, { origin });
  expect((await browser.post('/api/auth/passkey/verify-registration', { response })).status).toBe(200);
  const asked = (await browser.get('/api/auth/passkey/generate-authenticate-options')).json;
  const answer = { response: device.signIn(asked, { origin }) };
  expect((await browser.post('/api/auth/passkey/verify-authentication', answer)).status).toBe(200);
}

/** Acts as a visitor who consents, sends photos and answers, signs up, opens the link in the email and signs in. */
async function submitAsAVisitor(world: World, relay: Awaited<ReturnType<typeof aRelay>>) {
  const browser = world.browser();
  const call = async (path: string, input: object) => {
    const { status, json, text } = await browser.post(path, input);
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
    return json;
  };
  const lead_id = randomUUID();
  await call('/rpc/start_lead', { lead_id, consent: consentToSimulation });
  for (const [at, pose] of Poses.entries()) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ lead_id, pose, is_verified: 'true' })) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(await aPicture(at))], { type: 'image/jpeg' }), `${pose}.jpg`);
    expect((await browser.postForm('/rpc/upload_lead_photo', form)).status).toBe(200);
  }
  const person = { first_name: 'Claire', last_name: 'Petit', email: 'claire@example.org', phone: '+33 612345678' };
  const { user } = await call('/api/auth/sign-up/email', {
    ...person,
    name: 'Claire Petit',
    password: PASSWORD,
    language: 'en',
    lead_id,
    callbackURL: '/login?mode=signin&lock=1',
  });
  await call('/rpc/insert_answers', { lead_id, answers: someAnswers });
  const consents = [consentToSimulation, { purpose: 'account', version: ConsentVersions.account, language: 'en' }];
  await call('/rpc/upsert_lead_open', { lead_id, ...person, birth_date: '1984-05-12', consent: true, consents });
  await call('/rpc/claim_lead_secure', { lead_id, user_id: user.id });
  await call('/rpc/attach_lead_files_to_user', { user_id: user.id });
  await world.outbox.drain();
  const mail = relay.received.find(({ to }) => to?.some(({ address }) => address === person.email));
  const link = /https:\/\/flaira\.test(\S+confirm-address\S+)/.exec(mail?.text ?? '')?.[1] ?? '/no-link';
  expect((await browser.get(link)).headers.get('location')).toContain('mode=signin');
  await world.outbox.drain();
  await call('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
  const patient = await world.accounts.resolveCaller(browser.headers);
  if (patient.kind !== 'user') throw new Error('nobody is signed in');
  return { patient, browser };
}

test('a fresh clone becomes a published site, and a second clone restores its backup', async () => {
  const took: string[] = [];
  let start = performance.now();
  const done = (step: string) => {
    took.push(`${step}: ${Math.round(performance.now() - start)} ms`);
    start = performance.now();
  };
  const clone = await aFreshClone();
  done('cloned');
  const faults = await startUnconfigured(clone);
  for (const name of ['AUTH_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'STRIPE_WEBHOOK_SECRET', 'AUDIT_KEY'])
    expect(faults).toContain(`${name} is missing.`);
  expect(existsSync(join(clone, 'node_modules'))).toBe(false);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  done('every fault of the configuration said, nothing installed');
  const [relay, stripe] = [await aRelay(), await aFakeStripe()];
  const world = await aWorld({
    nodeEnv: 'production',
    publicUrl: origin,
    smtpUrl: relay.url,
    stripe: stripe.address,
    now: new Date(),
    own: { dataDir: aDataFolder() },
  });
  const isPublished = keepPublication(world);
  done('empty machine started');
  const email = 'ada@example.org';
  const said = await runProgram(
    clone,
    'admin-create',
    ['--email', email, '--name', 'Ada Martin'],
    variablesOf(world.config),
  );
  const admin = world.browser();
  const token = /token=([\w-]+)/.exec(said)?.[1];
  await admin.post('/api/auth/reset-password', { token, newPassword: PASSWORD });
  await admin.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  done('administrator created');
  expect((await admin.post('/rpc/admin_get_launch')).json.code).toBe('SECOND_FACTOR_REQUIRED');
  await addPasskey(admin);
  done('second factor added');

  expect(openLines(await readLaunch(admin))).toEqual(LaunchLines.filter((line) => line !== 'second_factors'));
  expect(await isPublished()).toBe(false);
  await confirmTheSite(admin);
  done('site confirmed');

  const doctor = await world.practitioner({ verified: false });
  await addPasskey(world.browserOf(doctor));
  expect(openLines(await readLaunch(admin))).toContain('signing_doctor');
  const verified = await admin.post('/rpc/admin_verify_practitioner', {
    user_id: doctor.userId,
    is_verified: true,
    document: { document: 'professional card', seen_by: 'Ada Martin' },
  });
  expect(verified.status).toBe(200);
  done('doctor verified');

  expect((await settleLine(admin, 'payment_tested')).json.code).toBe('LAUNCH_NOT_SEEN');
  const { patient, browser } = await submitAsAVisitor(world, relay);
  const caseId = (await listMyCases(world, patient.userId))[0]?.id ?? 'no case';
  done('patient submitted, address confirmed by mail');
  const seal = await drawCase(world, doctor, patient, caseId);
  done('case drawn');
  await signAndPublish(world, doctor, signing(caseId, seal));
  const [seen] = (await browser.post('/rpc/list_my_cases')).json;
  expect(seen).toMatchObject({ id: caseId, status: 'published' });
  done('case signed');
  const { id: userId } = await world.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const scheduled_at = new Date(Date.now() + FORTNIGHT_MS).toISOString().slice(0, 16);
  const booking = { patient, admin: { ...doctor, userId, role: 'admin' as const } };
  const appointment = await anOffered(world, booking, { scheduled_at });
  await openPayment(world, patient, appointment);
  await tellPaid(world, stripe.asked.findLast(({ path }) => path === 'POST /v1/checkout/sessions')?.body ?? {});
  await world.outbox.drain();
  expect(await paymentOf(world, patient, appointment)).not.toBe('');
  done('appointment paid');

  await world.audit.signHead();
  const backups = aDataFolder();
  const backedUp = await runProgram(clone, 'backup', ['--to', backups], variablesOf(world.config));
  expect(backedUp).toMatch(/Photos: [1-9]\d* copied, 0 removed/);
  expect(await lastBackup(world.config.dataDir)).not.toBeNull();
  done('backup made');
  const second = aDataFolder();
  const moment = readdirSync(backups).find((name) => /^\d{4}-/.test(name)) ?? 'no backup';
  const elsewhere = { ...variablesOf(world.config), DATA_DIR: second };
  const restored = await runProgram(clone, 'restore', ['--from', join(backups, moment)], elsewhere);
  expect(restored).toMatch(/Audit log: \d+ entries, the chain holds; signed up to entry \d+/);
  done('restored on a second folder');

  const copy = await aWorld({
    nodeEnv: 'production',
    publicUrl: origin,
    smtpUrl: relay.url,
    stripe: stripe.address,
    now: new Date(),
    own: { dataDir: second, like: world.config },
  });
  const again = copy.browser();
  await again.post('/api/auth/sign-in/email', { email: 'claire@example.org', password: PASSWORD });
  expect((await again.post('/rpc/list_my_cases')).json).toMatchObject([seen]);
  expect(await paymentOf(copy, patient, appointment)).toBe(await paymentOf(world, patient, appointment));
  const [photo] = (await getStudioCase(copy, doctor, caseId)).photos;
  const link = new URL(photo?.url ?? '', origin);
  expect((await copy.photos.open(photo?.id ?? '', link.searchParams))?.bytes.length).toBeGreaterThan(1000);
  done('work goes on there');

  await world.outbox.drain();
  expect(relay.received.length).toBeGreaterThan(0);
  for (const line of SettledLines) expect((await settleLine(admin, line)).status).toBe(200);
  expect((await chooseWording(admin, 'global')).status).toBe(200);
  done('lines settled');
  expect(openLines(await readLaunch(admin))).toEqual([]);

  expect((await publishSite(admin)).json.published_at).not.toBeNull();
  expect(await isPublished()).toBe(true);
  done('published');
  process.stdout.write(`The afternoon took\n  ${took.join('\n  ')}\n`);
}, 120_000);
