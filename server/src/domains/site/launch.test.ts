import { expect, test } from 'vitest';
import { SettledLines } from '#contract/launch.ts';
import type { SiteBlockState } from '#contract/site.ts';
import {
  chooseWording,
  confirmTheSite,
  openLines,
  publishSite,
  readLaunch,
  settleLine,
} from '../../../test/launching.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { keepPublication } from './launch.ts';

const payment = (world: World) =>
  world.database.owner.query(`insert into payment_notices (id, kind, notice, occurred_at, received_at, handled_at, attempts)
    values ('evt_1', 'page_paid', '{}', now(), now(), now(), 1)`);

async function anAdmin() {
  const world = await aWorld();
  const me = await world.admin();
  return { world, me, admin: world.browserOf(me) };
}

test('the site cannot be published while a line of the launch checklist is open', async () => {
  const { world, admin } = await anAdmin();
  await confirmTheSite(admin);
  await addKeyTo(world, (await world.practitioner()).userId);
  await giveFactors(world);
  await world.system.insertInto('outbox').values(A_MAIL).execute();
  await payment(world);
  await chooseWording(admin, 'global');
  for (const line of SettledLines) await settleLine(admin, line);
  for (const line of SettledLines) {
    await settleLine(admin, line, '');
    expect(openLines(await readLaunch(admin))).toEqual([line]);
    expect((await publishSite(admin)).json.code).toBe('LAUNCH_LINES_OPEN');
    await settleLine(admin, line);
  }
  expect((await publishSite(admin)).status).toBe(200);
  expect((await publishSite(admin)).status).toBe(200);
  expect((await admin.post('/rpc/admin_list_audit', { action: 'launch.published' })).json.rows).toHaveLength(1);
});

test('lines of the launch checklist are settled and reopened when content or accounts change', async () => {
  const { world, admin } = await anAdmin();
  expect(openLines(await readLaunch(admin))).toContain('second_factors');
  await giveFactors(world);
  const left = async () => openLines(await readLaunch(admin));
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

test('the checklist line of second factors counts everyone who may see patients, and every kind of second factor', async () => {
  const { world, me, admin } = await anAdmin();
  const without = { secondFactor: false };
  const keyed = await world.practitioner(without);
  const linked = await world.practitioner(without);
  const desk = await world.desk(without);
  await world.practitioner({ ...without, verified: false });
  const left = async () => {
    const { lines } = await readLaunch(admin);
    return lines.find(({ line }) => line === 'second_factors')?.left;
  };
  const addApp = (id: string) =>
    world.system.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', id).execute();
  expect(await left()).toBe(4);
  await addApp(me.userId);
  await addKeyTo(world, keyed.userId);
  await linkTo(world, linked.userId);
  expect(await left()).toBe(1);
  await addApp(desk.userId);
  expect(await left()).toBe(0);
});

test('the checklist line of region rules is settled when each region that visitors can be in has a choice', async () => {
  const { world, me, admin } = await anAdmin();
  const regionsOf = async () => (await readLaunch(admin)).regions;
  const isOpen = async () => openLines(await readLaunch(admin)).includes('region_rules');
  expect(await regionsOf()).toMatchObject([
    { region: 'global', wording: null, chosen_by: null },
    { region: 'FR', wording: null, chosen_by: null },
  ]);
  expect((await settleLine(admin, 'region_rules')).status).toBe(400);
  // The wording `specified` applies only to the region for which it is chosen. This choice therefore leaves the other
  // regions without a wording.
  await chooseWording(admin, 'global', 'specified');
  expect(await isOpen()).toBe(true);
  await chooseWording(admin, 'FR', 'specified');
  expect(await isOpen()).toBe(false);
  const chosen = { chosen_by: { id: me.userId }, chosen_at: world.clock.now().toISOString(), is_inherited: false };
  expect(await regionsOf()).toMatchObject([
    { region: 'global', wording: 'specified', ...chosen },
    { region: 'FR', wording: 'specified', ...chosen },
  ]);
  expect((await admin.post('/rpc/admin_list_audit', { action: 'site.published' })).json.rows).toHaveLength(4);
  // If a header names the country, visitors can come from every region.
  (world.config as { countryHeader?: string }).countryHeader = 'x-country';
  expect(await isOpen()).toBe(true);
  await chooseWording(admin, 'global', 'lawful');
  expect(await isOpen()).toBe(false);
  const now = await regionsOf();
  expect(now.find(({ region }) => region === 'FR')).toMatchObject({ wording: 'specified', is_inherited: false });
  expect(now.find(({ region }) => region === 'DE')).toMatchObject({ wording: 'lawful', is_inherited: true });
});

test('a wording or a note that a colleague has changed since is not overwritten', async () => {
  const { admin } = await anAdmin();
  const choose = (wording: string, wording_was: string | null) =>
    admin.post('/rpc/admin_choose_wording', { region: 'FR', wording, wording_was });
  const both = await Promise.all([choose('lawful', null), choose('specified', null)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const first = both[0].status === 200 ? 'lawful' : 'specified';
  const other = first === 'lawful' ? 'specified' : 'lawful';
  expect((await choose(first, null)).status).toBe(200);
  expect((await choose(other, null)).json.code).toBe('CHANGED_SINCE');
  expect((await choose(other, first)).status).toBe(200);

  const settle = (note: string, note_was: string) =>
    admin.post('/rpc/admin_settle_launch_line', { line: 'insurance', note, note_was });
  expect((await settle('Policy 4711', '')).status).toBe(200);
  expect((await settle('Policy 4712', '')).json.code).toBe('CHANGED_SINCE');
  expect((await settle('Policy 4711', '')).status).toBe(200);
  expect((await settle('', '')).json.code).toBe('CHANGED_SINCE');
  const { lines, regions } = await readLaunch(admin);
  expect(lines.find(({ line }) => line === 'insurance')?.note).toBe('Policy 4711');
  expect(regions.find(({ region }) => region === 'FR')?.wording).toBe(other);
  const entriesOf = async (action: string) => (await admin.post('/rpc/admin_list_audit', { action })).json.rows;
  expect(await entriesOf('launch.changed')).toHaveLength(1);
  expect(await entriesOf('site.published')).toHaveLength(4);
});

test('a checklist line names its author and time, can be reopened, and its changes are in the audit log', async () => {
  const { world, me, admin } = await anAdmin();
  const lineOf = async () => (await readLaunch(admin)).lines.find(({ line }) => line === 'insurance');
  await settleLine(admin, 'insurance', 'Policy 4711 until 2028');
  expect(await lineOf()).toMatchObject({
    is_settled: true,
    note: 'Policy 4711 until 2028',
    settled_by: { id: me.userId },
    settled_at: world.clock.now().toISOString(),
  });
  await settleLine(admin, 'insurance', '');
  expect(await lineOf()).toMatchObject({ is_settled: false, settled_by: null, settled_at: null, note: '' });
  const log = (await admin.post('/rpc/admin_list_audit', { action: 'launch.changed' })).json.rows;
  expect(log).toMatchObject([
    { actor_id: me.userId, subject_id: 'insurance', reason: 'reopened' },
    { actor_id: me.userId, subject_id: 'insurance', reason: 'Policy 4711 until 2028' },
  ]);
});

test('a published site remains published, even if accounts are deleted', async () => {
  const world = await aWorld({ nodeEnv: 'production', stripe: {} });
  const { userId } = await world.admin();
  await world.system
    .insertInto('launch_lines')
    .values({ line: 'published', note: '', settled_by: userId, settled_at: new Date() })
    .execute();
  expect(await keepPublication(world)()).toBe(true);
});

test('outside production the site is always published', async () => {
  const world = await aWorld();
  expect(await keepPublication(world)()).toBe(true);
});

const A_MAIL = { topic: 'mail.requested', payload: '{}', processed_at: new Date() } as never;

const giveFactors = (world: World) =>
  world.system.updateTable('users').set({ two_factor_enabled: true }).where('role', '!=', 'patient').execute();

const linkTo = (world: World, user_id: string) =>
  world.database.owner.query(
    `insert into accounts (id, user_id, account_id, provider_id)
      values (gen_random_uuid(), $1::uuid, $1::uuid::text, 'professional')`,
    [user_id],
  );

const addKeyTo = (world: World, user_id: string) =>
  world.database.owner.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, device_type, backed_up)
      values (gen_random_uuid(), $1::uuid, $1::uuid::text, 'x', 0, 'singleDevice', false)`,
    [user_id],
  );
