import { expect, test } from 'vitest';
import { LaunchLines, type LaunchState, SettledLines } from '#contract/launch.ts';
import { type SiteBlockState, SiteRegions } from '#contract/site.ts';
import { appointAdmin } from '#server/domains/identity/index.ts';
import { aRelay } from '../../../test/a-relay.ts';
import type { Browser } from '../../../test/browser.ts';
import { Authenticator } from '../../../test/passkey.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';
import { keepPublication } from './launch.ts';

const origin = 'https://flaira.test';

const read = async (admin: Browser): Promise<LaunchState> => (await admin.post('/rpc/admin_get_launch')).json;
const settle = (admin: Browser, line: string, note = 'Seen by two people') =>
  admin.post('/rpc/admin_settle_launch_line', { line, note });
const publish = (admin: Browser) => admin.post('/rpc/admin_publish_site');
const open = ({ lines }: LaunchState): string[] => lines.filter((line) => !line.is_settled).map(({ line }) => line);

/** Company and contact are confirmed, and every sample is confirmed or switched off, wherever it is shown. */
async function confirmTheSite(admin: Browser): Promise<void> {
  for (const region of SiteRegions)
    for (const language of ['en', 'fr'] as const) {
      const states: SiteBlockState[] = (await admin.post('/rpc/admin_get_site_content', { region, language })).json;
      const waiting = states.filter(
        ({ block, is_confirmed, is_shown }) => block !== 'social' && block !== 'plans' && is_shown && !is_confirmed,
      );
      for (const { content, newest_id } of waiting) {
        const save = {
          region,
          language,
          content,
          newest_id,
          is_shown: true,
          reason: '',
          is_confirmed: true,
          publish: true,
        };
        expect((await admin.post('/rpc/admin_save_site_block', save)).status).toBe(200);
      }
    }
}

const choose = (admin: Browser, region: string, wording = 'lawful') =>
  admin.post('/rpc/admin_choose_wording', { region, wording });

const payment = (world: World) =>
  world.database.owner.query(`insert into payment_notices (id, kind, notice, occurred_at, received_at, handled_at, attempts)
    values ('evt_1', 'paid', '{}', now(), now(), now(), 1)`);

/** The key is a second factor as soon as somebody signs in with it. */
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

test('the afternoon: from an empty database to a published site', async () => {
  const relay = await aRelay();
  const world = await aWorld({
    nodeEnv: 'production',
    publicUrl: origin,
    smtpUrl: relay.url,
    stripe: {},
    now: new Date(),
  });
  const isPublished = keepPublication(world);
  const took: string[] = [];
  let start = performance.now();
  const done = (step: string) => {
    took.push(`${step}: ${Math.round(performance.now() - start)} ms`);
    start = performance.now();
  };
  const email = 'ada@example.org';
  const { path } = await appointAdmin(world, { email, name: 'Ada Martin', language: 'en' });
  const admin = world.browser();
  const token = new URL(path, origin).searchParams.get('token');
  await admin.post('/api/auth/reset-password', { token, newPassword: PASSWORD });
  await admin.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  done('administrator created');
  expect((await admin.post('/rpc/admin_get_launch')).json.code).toBe('SECOND_FACTOR_REQUIRED');
  await addPasskey(admin);
  done('second factor added');

  expect(open(await read(admin))).toEqual(LaunchLines.filter((line) => line !== 'second_factors'));
  expect(await isPublished()).toBe(false);
  await confirmTheSite(admin);
  done('site confirmed');

  const doctor = await world.practitioner({ verified: false });
  await addPasskey(world.browserOf(doctor));
  expect(open(await read(admin))).toContain('signing_doctor');
  const verified = await admin.post('/rpc/admin_verify_practitioner', { user_id: doctor.userId, is_verified: true });
  expect(verified.status).toBe(200);
  done('doctor verified');

  expect((await settle(admin, 'payment_tested')).json.code).toBe('LAUNCH_NOT_SEEN');
  await world.outbox.drain();
  expect(relay.received.length).toBeGreaterThan(0);
  await payment(world);
  for (const line of SettledLines) expect((await settle(admin, line)).status).toBe(200);
  expect((await choose(admin, 'global')).status).toBe(200);
  done('lines settled');
  expect(open(await read(admin))).toEqual([]);

  expect((await publish(admin)).json.published_at).not.toBeNull();
  expect(await isPublished()).toBe(true);
  done('published');
  process.stdout.write(`The afternoon took\n  ${took.join('\n  ')}\n`);
}, 60_000);

async function anAdmin() {
  const world = await aWorld();
  const me = await world.admin();
  return { world, me, admin: world.browserOf(me) };
}

test('a site is not published while any line is open', async () => {
  const { world, admin } = await anAdmin();
  await confirmTheSite(admin);
  await addKeyTo(world, (await world.practitioner()).userId);
  await giveFactors(world);
  await world.system.insertInto('outbox').values(A_MAIL).execute();
  await payment(world);
  await choose(admin, 'global');
  for (const line of SettledLines) await settle(admin, line);
  for (const line of SettledLines) {
    await settle(admin, line, '');
    expect(open(await read(admin))).toEqual([line]);
    expect((await publish(admin)).json.code).toBe('LAUNCH_LINES_OPEN');
    await settle(admin, line);
  }
  expect((await publish(admin)).status).toBe(200);
  expect((await publish(admin)).status).toBe(200);
  expect((await admin.post('/rpc/admin_list_audit', { action: 'launch.published' })).json.rows).toHaveLength(1);
});

test('lines that follow from the site and the accounts open and close with them', async () => {
  const { world, admin } = await anAdmin();
  expect(open(await read(admin))).toContain('second_factors');
  await giveFactors(world);
  const left = async () => open(await read(admin));
  expect(await left()).not.toContain('second_factors');
  const { userId } = await world.practitioner();
  expect(await left()).toEqual(expect.arrayContaining(['second_factors', 'signing_doctor']));
  await addKeyTo(world, userId);
  expect(await left()).not.toContain('signing_doctor');
  await world.system.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', userId).execute();
  expect(await left()).toContain('signing_doctor');

  await confirmTheSite(admin);
  expect(await left()).not.toContain('sample_figures');
  const place = { region: 'CA', language: 'en' };
  const states: SiteBlockState[] = (await admin.post('/rpc/admin_get_site_content', place)).json;
  const content = states.find(({ block }) => block === 'statistics')?.content;
  const newest_id = states.find(({ block }) => block === 'statistics')?.newest_id;
  const sample = { ...place, content, newest_id, is_shown: true, reason: '', is_confirmed: false, publish: true };
  expect((await admin.post('/rpc/admin_save_site_block', sample)).status).toBe(200);
  expect(await left()).toContain('sample_figures');
});

test('the line of region rules settles once somebody has chosen for each region that visitors can be in', async () => {
  const { world, me, admin } = await anAdmin();
  const regionsOf = async () => (await read(admin)).regions;
  const isOpen = async () => open(await read(admin)).includes('region_rules');
  expect(await regionsOf()).toMatchObject([
    { region: 'global', wording: null, chosen_by: null },
    { region: 'FR', wording: null, chosen_by: null },
  ]);
  expect((await settle(admin, 'region_rules')).status).toBe(400);
  // The specified wording of everywhere decides for no other region.
  await choose(admin, 'global', 'specified');
  expect(await isOpen()).toBe(true);
  await choose(admin, 'FR', 'specified');
  expect(await isOpen()).toBe(false);
  const chosen = { chosen_by: { id: me.userId }, chosen_at: world.clock.now().toISOString(), is_inherited: false };
  expect(await regionsOf()).toMatchObject([
    { region: 'global', wording: 'specified', ...chosen },
    { region: 'FR', wording: 'specified', ...chosen },
  ]);
  expect((await admin.post('/rpc/admin_list_audit', { action: 'site.published' })).json.rows).toHaveLength(4);
  // With a header that names countries, visitors can be in every region.
  (world.config as { countryHeader?: string }).countryHeader = 'x-country';
  expect(await isOpen()).toBe(true);
  await choose(admin, 'global', 'lawful');
  expect(await isOpen()).toBe(false);
  const now = await regionsOf();
  expect(now.find(({ region }) => region === 'FR')).toMatchObject({ wording: 'specified', is_inherited: false });
  expect(now.find(({ region }) => region === 'DE')).toMatchObject({ wording: 'lawful', is_inherited: true });
});

test('a line says who settled it and when, can be reopened, and every change is in the audit log', async () => {
  const { world, me, admin } = await anAdmin();
  const lineOf = async () => (await read(admin)).lines.find(({ line }) => line === 'insurance');
  await settle(admin, 'insurance', 'Policy 4711 until 2028');
  expect(await lineOf()).toMatchObject({
    is_settled: true,
    note: 'Policy 4711 until 2028',
    settled_by: { id: me.userId },
    settled_at: world.clock.now().toISOString(),
  });
  await settle(admin, 'insurance', '');
  expect(await lineOf()).toMatchObject({ is_settled: false, settled_by: null, settled_at: null, note: '' });
  const log = (await admin.post('/rpc/admin_list_audit', { action: 'launch.changed' })).json.rows;
  expect(log).toMatchObject([
    { actor_id: me.userId, subject_id: 'insurance', reason: 'reopened' },
    { actor_id: me.userId, subject_id: 'insurance', reason: 'Policy 4711 until 2028' },
  ]);
});

test('a published site stays open, whoever leaves', async () => {
  const world = await aWorld({ nodeEnv: 'production', stripe: {} });
  const { userId } = await world.admin();
  await world.system
    .insertInto('launch_lines')
    .values({ line: 'published', note: '', settled_by: userId, settled_at: new Date() })
    .execute();
  expect(await keepPublication(world)()).toBe(true);
});

test('outside production the site is always open', async () => {
  const world = await aWorld();
  expect(await keepPublication(world)()).toBe(true);
});

const A_MAIL = { topic: 'mail.requested', payload: '{}', processed_at: new Date() } as never;

const giveFactors = (world: World) =>
  world.system.updateTable('users').set({ two_factor_enabled: true }).where('role', '!=', 'patient').execute();

const addKeyTo = (world: World, user_id: string) =>
  world.database.owner.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, device_type, backed_up)
      values (gen_random_uuid(), $1::uuid, $1::uuid::text, 'x', 0, 'singleDevice', false)`,
    [user_id],
  );
