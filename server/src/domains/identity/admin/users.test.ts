import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aWorld, PASSWORD } from '../../../../test/world.ts';
import { findPractitioner, listVerifiedPractitioners } from '../practitioners.queries.ts';
import { findUser, listAdmins, setPaidPlan } from '../users.queries.ts';

const rows = (answer: { json: { rows: { name: string }[] } }) => answer.json.rows.map(({ name }) => name);

test('administrators find people by the beginning of each part of name or address, without accents', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  await world.patient({ first_name: 'Éloïse', last_name: 'Dupré', email: 'lune@example.org' });
  await world.patient({ first_name: 'Karim', last_name: 'Benali', plan: 'elite' });
  const find = async (input: object) => rows(await admin.post('/rpc/admin_list_users', input));
  expect(await find({ search: 'eloi DUP' })).toEqual(['Éloïse Dupré']);
  expect(await find({ search: 'lune@exa' })).toEqual(['Éloïse Dupré']);
  expect(await find({ search: "'); drop table users; --" })).toEqual([]);
  expect(await find({ plan: 'elite' })).toEqual(['Karim Benali']);
  expect(await find({ role: 'admin' })).toHaveLength(1);
});

test('the pages of the list of people have no gaps and no repetitions', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  for (let count = 0; count < 6; count++) await world.patient();
  const seen: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { json } = await admin.post('/rpc/admin_list_users', { limit: 2, after });
    seen.push(...json.rows.map(({ id }: { id: string }) => id));
    expect(json.total).toBe(7);
    after = json.next;
  }
  expect(new Set(seen).size).toBe(7);
  expect(seen).toHaveLength(7);
});

test('a suspended account loses its sessions, cannot get new ones, and gets an email', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const person = await world.patient({ email: 'claire@example.org' });
  const suspend = (is_suspended: boolean) =>
    admin.post('/rpc/admin_suspend_user', { user_id: person.userId, is_suspended, reason: 'chargebacks' });
  expect((await suspend(true)).json).toMatchObject({ suspended_reason: 'chargebacks', sessions: 0 });
  expect((await world.browserOf(person).post('/rpc/get_my_appointments')).status).toBe(401);
  const browser = world.browser();
  const tried = await browser.post('/api/auth/sign-in/email', { email: 'claire@example.org', password: PASSWORD });
  expect([tried.status, tried.json.code]).toEqual([403, 'ACCOUNT_SUSPENDED']);
  const wrong = await browser.post('/api/auth/sign-in/email', {
    email: 'claire@example.org',
    password: 'tulipe-nuage-39-zinc',
  });
  expect(wrong.json.code).toBe('INVALID_EMAIL_OR_PASSWORD');
  await suspend(false);
  const again = await browser.post('/api/auth/sign-in/email', { email: 'claire@example.org', password: PASSWORD });
  expect(again.status).toBe(200);
  expect((await world.mails()).map(({ subject }) => subject)).toEqual([
    'Your account is suspended',
    'Your account is open again',
  ]);
  const { log } = (await admin.post('/rpc/admin_get_user', { user_id: person.userId })).json;
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['user.restored', 'user.suspended']);
});

test('a role requires a confirmed email, because any sign-up with the same email deletes an unconfirmed account', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const { userId: user_id } = await world.patient();
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', user_id).execute();
  const give = () => admin.post('/rpc/admin_set_user_role', { user_id, reason: 'joined', role: 'admin' });
  expect(await give()).toMatchObject({ status: 409, json: { code: 'EMAIL_NOT_CONFIRMED' } });
  await world.db.updateTable('users').set({ email_verified: true }).where('id', '=', user_id).execute();
  expect((await give()).status).toBe(200);
});

test('a change of role ends the sessions, requires a registration, and is refused for the own account', async () => {
  const world = await aWorld();
  const me = await world.admin();
  const admin = world.browserOf(me);
  const person = await world.patient();
  const give = (input: object) =>
    admin.post('/rpc/admin_set_user_role', { user_id: person.userId, reason: 'joined', ...input });
  expect((await give({ role: 'practitioner' })).json.data.fields).toEqual({ registration: ['required'] });
  const needs = async () =>
    (await admin.post('/rpc/admin_get_user', { user_id: person.userId })).json.needs_registration;
  expect(await needs()).toBe(true);
  const registration = {
    profession: 'doctor',
    speciality: 'dermatology',
    registration_number: '10000000009',
    registration_body: 'RPPS',
  };
  expect((await give({ role: 'practitioner', registration })).json).toMatchObject({
    role: 'practitioner',
    sessions: 0,
  });
  expect(await needs()).toBe(false);
  const waiting = (await admin.post('/rpc/admin_list_practitioners')).json;
  expect(waiting).toMatchObject([{ user_id: person.userId, is_verified: false }]);
  expect((await give({ role: 'patient', user_id: me.userId })).json.code).toBe('NOT_YOURSELF');
});

test('administrators have no procedure for acting as another person', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const { userId } = await world.patient();
  for (const path of [
    '/api/auth/admin/impersonate-user',
    '/api/auth/admin/stop-impersonating',
    '/rpc/admin_impersonate_user',
  ])
    expect((await admin.post(path, { userId, user_id: userId })).status).toBe(404);
});

test('a given plan stays when the subscription changes, and nobody gets less than they pay for', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const { userId: user_id } = await world.patient();
  const give = async (plan: string) =>
    (await admin.post('/rpc/admin_set_user_plan', { user_id, plan, reason: 'for patience' })).json;
  expect(await give('elite')).toMatchObject({ plan: 'elite', paid_plan: 'free' });
  await setPaidPlan(world.db, user_id, 'plus');
  expect((await findUser(world.db, user_id))?.plan).toBe('elite');
  expect(await give('essential')).toMatchObject({ code: 'PLAN_IS_PAID', data: { plan: 'plus' } });
  expect(await give('plus')).toMatchObject({ plan: 'plus', paid_plan: 'plus' });
  await setPaidPlan(world.db, user_id, 'free');
  expect((await findUser(world.db, user_id))?.plan).toBe('free');
});

test.each(['plus', 'elite'] as const)('a given plan that the paid plan %s hides can be ended', async (paid) => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const { userId: user_id } = await world.patient();
  const give = async (plan: string) =>
    (await admin.post('/rpc/admin_set_user_plan', { user_id, plan, reason: 'for patience' })).json;
  await give('plus');
  await setPaidPlan(world.db, user_id, paid);
  expect((await admin.post('/rpc/admin_get_user', { user_id })).json.user).toMatchObject({
    plan: paid,
    paid_plan: paid,
    given_plan: 'plus',
  });
  for (let time = 0; time < 2; time++) expect(await give(paid)).toMatchObject({ plan: paid, given_plan: null });
  await setPaidPlan(world.db, user_id, 'free');
  expect((await findUser(world.db, user_id))?.plan).toBe('free');
  const { rows } = await world.database.owner.query(
    "select details from audit_log where action = 'user.plan_changed' order by id",
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { from: 'free', to: 'plus', given_before: null, given: 'plus' },
    { from: paid, to: paid, given_before: 'plus', given: null },
  ]);
});

test('the list of people counts a passkey as a second factor', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const { userId } = await world.patient({ last_name: 'Passe' });
  const factor = async () =>
    (await admin.post('/rpc/admin_list_users', { search: 'passe' })).json.rows[0].has_second_factor;
  expect(await factor()).toBe(false);
  await world.db
    .insertInto('passkeys')
    .values({
      id: randomUUID(),
      user_id: userId,
      name: null,
      credential_id: 'one',
      public_key: 'key',
      counter: 0,
      device_type: 'multiDevice',
      backed_up: true,
      transports: null,
      aaguid: null,
    })
    .execute();
  expect(await factor()).toBe(true);
});

test('suspended people and former practitioners are not among those who get patients or notifications', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const [stays, suspended, leaves] = [
    await world.practitioner(),
    await world.practitioner(),
    await world.practitioner(),
  ];
  const colleague = await world.admin();
  const change = (name: string, input: object) => admin.post(`/rpc/${name}`, { reason: 'left the house', ...input });
  await change('admin_suspend_user', { user_id: suspended.userId, is_suspended: true });
  await change('admin_suspend_user', { user_id: colleague.userId, is_suspended: true });
  await change('admin_set_user_role', { user_id: leaves.userId, role: 'patient' });
  expect((await listVerifiedPractitioners(world.db)).map(({ user_id }) => user_id)).toEqual([stays.userId]);
  expect((await listAdmins(world.db)).map(({ id }) => id)).not.toContain(colleague.userId);
  expect((await findPractitioner(world.db, leaves.userId))?.is_verified).toBe(false);
  // The list of registrations does not contain the person who is no longer a practitioner.
  const { json: asked } = await admin.post('/rpc/admin_list_practitioners');
  expect(asked.map(({ user_id }: { user_id: string }) => user_id)).not.toContain(leaves.userId);
  const verified = await admin.post('/rpc/admin_verify_practitioner', { user_id: leaves.userId, is_verified: true });
  expect(verified.json.code).toBe('NOT_FOUND');
  await change('admin_set_user_role', { user_id: leaves.userId, role: 'practitioner' });
  expect((await findPractitioner(world.db, leaves.userId))?.is_verified).toBe(false);
});
