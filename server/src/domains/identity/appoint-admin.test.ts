import { expect, test } from 'vitest';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';
import { appointAdmin, OtherRole } from './appoint-admin.ts';

const EMAIL = 'ada@example.org';
const NEW = 'brume-34-violon-sel';

const appoint = (world: World, email = EMAIL) => appointAdmin(world, { email, name: 'Ada Martin', language: 'fr' });
const tokenOf = (path: string): string => /token=([\w-]+)$/.exec(path)?.[1] ?? '';
const choose = (world: World, path: string) =>
  world.browser().post('/api/auth/reset-password', { token: tokenOf(path), newPassword: NEW });
const signIn = (world: World, password: string) =>
  world.browser().post('/api/auth/sign-in/email', { email: EMAIL, password });

test('the first administrator chooses a password through a link that works once', async () => {
  const world = await aWorld();
  const { path, isNew } = await appoint(world);
  expect(isNew).toBe(true);
  expect((await choose(world, path)).status).toBe(200);
  expect((await choose(world, path)).status).toBe(400);
  expect((await signIn(world, NEW)).status).toBe(200);
  const row = await world.db
    .selectFrom('users')
    .select(['role', 'name', 'language', 'two_factor_enabled'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ role: 'admin', name: 'Ada Martin', language: 'fr', two_factor_enabled: false });
});

test('a new administrator without a second factor sees no patients', async () => {
  const world = await aWorld();
  await choose(world, (await appoint(world)).path);
  const browser = world.browser();
  await browser.post('/api/auth/sign-in/email', { email: EMAIL, password: NEW });
  expect((await browser.post('/rpc/admin_list_cases', {})).json).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
});

test('the link for a new administrator expires after half an hour', async () => {
  const world = await aWorld();
  const { path } = await appoint(world);
  const { expires_at } = await world.system.selectFrom('verifications').select('expires_at').executeTakeFirstOrThrow();
  const minutes = (expires_at.getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThanOrEqual(30);
  await world.system
    .updateTable('verifications')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  expect((await choose(world, path)).status).toBe(400);
});

test('an administrator who lost access gets a new password and second factor, and the old ones no longer work', async () => {
  const world = await aWorld();
  const admin = await world.admin({ email: EMAIL });
  const { path, isNew } = await appoint(world);
  expect(isNew).toBe(false);
  expect((await signIn(world, PASSWORD)).status).toBe(401);
  const left = (table: 'sessions' | 'passkeys' | 'two_factors') =>
    world.system.selectFrom(table).select('id').where('user_id', '=', admin.userId).execute();
  expect(await left('sessions')).toEqual([]);
  expect(await left('two_factors')).toEqual([]);
  expect(await left('passkeys')).toEqual([]);
  expect((await choose(world, path)).status).toBe(200);
  expect((await signIn(world, NEW)).status).toBe(200);
});

test('each run of the command that appoints administrators is logged', async () => {
  const world = await aWorld();
  await appoint(world);
  await appoint(world);
  const rows = await world.system
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'reason', 'details'])
    .where('reason', '=', 'admin:create')
    .orderBy('id')
    .execute();
  const entry = { actor_id: 'system', action: 'user.role_changed', reason: 'admin:create' };
  expect(rows).toEqual([
    { ...entry, details: { from: null, to: 'admin' } },
    { ...entry, details: { from: 'admin', to: 'admin' } },
  ]);
});

test('the command lets a suspended administrator sign in again, and the audit log records this', async () => {
  const world = await aWorld();
  const { userId } = await world.admin({ email: EMAIL });
  const other = world.browserOf(await world.admin());
  const suspend = { user_id: userId, reason: 'a mistake', is_suspended: true };
  expect((await other.post('/rpc/admin_suspend_user', suspend)).status).toBe(200);
  const { path, wasSuspended } = await appoint(world);
  expect(wasSuspended).toBe(true);
  expect((await choose(world, path)).status).toBe(200);
  expect((await signIn(world, NEW)).status).toBe(200);
  expect((await world.mails()).map(({ subject }) => subject)).toContain('Your account is open again');
  expect((await appoint(world)).wasSuspended).toBe(false);
  const restored = await world.system
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id', 'reason'])
    .where('action', '=', 'user.restored')
    .execute();
  expect(restored).toEqual([{ actor_id: 'system', subject_id: userId, reason: 'admin:create' }]);
});

test('an unconfirmed sign-up by a stranger with the same address does not prevent appointing an administrator', async () => {
  const world = await aWorld();
  const stranger = { email: EMAIL, password: PASSWORD, first_name: 'Eve', last_name: 'Stranger' };
  expect((await world.browser().post('/api/auth/sign-up/email', stranger)).status).toBe(200);
  const { path, isNew } = await appoint(world);
  expect(isNew).toBe(true);
  expect((await signIn(world, PASSWORD)).status).toBe(401);
  expect((await choose(world, path)).status).toBe(200);
  expect((await signIn(world, NEW)).status).toBe(200);
});

test('the command refuses to make the account of a patient an administrator, and does not change it', async () => {
  const world = await aWorld();
  await world.patient({ email: EMAIL });
  await expect(appoint(world)).rejects.toBeInstanceOf(OtherRole);
  expect((await signIn(world, PASSWORD)).status).toBe(200);
});
