import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';

test('the audit log is listed newest first in pages, and its chain is checked', async () => {
  const world = await aWorld();
  const me = await world.admin();
  const admin = world.browserOf(me);
  const { userId } = await world.patient();
  for (let look = 0; look < 3; look++) await admin.post('/rpc/admin_get_user', { user_id: userId });
  const first = (await admin.post('/rpc/admin_list_audit', { limit: 2 })).json;
  expect(first.rows).toMatchObject([{ id: 3, action: 'user.viewed', actor_id: me.userId }, { id: 2 }]);
  expect((await admin.post('/rpc/admin_list_audit', { limit: 2, before: first.next })).json).toMatchObject({
    rows: [{ id: 1 }],
    next: null,
  });
  expect((await admin.post('/rpc/admin_list_audit', { patient_id: userId })).json.rows).toHaveLength(3);
  expect((await admin.post('/rpc/admin_list_audit', { action: 'user.suspended' })).json.rows).toEqual([]);
  for (const filter of ['actor_id', 'action', 'subject_id', 'patient_id'])
    expect((await admin.post('/rpc/admin_list_audit', { [filter]: 'a\u0000b' })).status).toBe(400);
  const check = async () => (await admin.post('/rpc/admin_check_audit_chain')).json;
  expect(await check()).toMatchObject({ entries: 3, broken_at: null });

  await world.database.owner.query(`alter table audit_log disable trigger refuse_change`);
  await world.database.owner.query(`update audit_log set reason = 'none' where id = 2`);
  expect(await check()).toMatchObject({ entries: 3, broken_at: 2 });
});

test('waiting and failing emails, events and jobs are counted', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const patient = world.browserOf(await world.patient());
  const health = async () => (await admin.post('/rpc/admin_get_health')).json;
  const request = {
    city_current: 'Nantes',
    city_target: 'Paris',
    country_current: 'FR',
    country_target: 'FR',
    treatment: 'Botox',
  };
  await patient.post('/rpc/request_appointment', request);
  expect((await health()).mail).toMatchObject({ carrier: 'mailbox', waiting: 1, failing: 0, sent_24_hours: 0 });
  await world.mails();
  const after = await health();
  expect(after.mail).toMatchObject({ waiting: 0, sent_24_hours: 1, oldest_waiting_at: null, last_error: null });
  expect(after.jobs.map(({ name }: { name: string }) => name)).toContain('appointments.sendReminders');
});

test('webhook events of payments and photos are counted, and failed webhook events can be tried again at once', async () => {
  const world = await aWorld();
  const me = await world.admin();
  const admin = world.browserOf(me);
  const health = async () => (await admin.post('/rpc/admin_get_health')).json;
  const { owner } = world.database;
  await owner.query(`insert into payment_notices (id, kind, notice, occurred_at, received_at, handled_at, attempts, last_error) values
    ('evt_1', 'paid', '{}', now(), now() - interval '3 hours', null, 2, 'ZodError'), ('evt_2', 'paid', '{}', now(), now(), now(), 1, null)`);
  await owner.query(
    `insert into payment_notice_refusals (day, reason, count, last_at) values (now()::date, 'forged', 4, now())`,
  );
  await owner.query(`insert into outbox (topic, payload, attempts, next_attempt_at) values
    ('payments.noticeReceived', '{"notice_id":"evt_2"}', 3, 'infinity'), ('mail.requested', '{}', 0, now() + interval '1 hour')`);
  const before = await health();
  expect(before.webhooks).toMatchObject({
    provider: 'test',
    waiting: 1,
    failing: 1,
    refused: 4,
    last_error: 'ZodError',
  });
  expect(before.storage).toMatchObject({
    kind: 'folder',
    is_reachable: true,
    photos: 0,
    bytes: 0,
    last_backup_at: null,
  });
  expect(before.storage.free_bytes).toBeGreaterThan(0);

  const again = async (body: object) => (await admin.post('/rpc/admin_try_again', body)).json;
  expect(await again({ what: 'mail' })).toEqual({ count: 0 });
  expect(await again({ what: 'webhooks' })).toEqual({ count: 1 });
  expect(await world.outbox.drain()).toBe(1);
  expect((await again({ what: 'job', name: 'no.such' })).code).toBe('NOT_FOUND');
  expect((await admin.post('/rpc/admin_list_audit', { action: 'system.triedAgain' })).json.rows).toMatchObject([
    { actor_id: me.userId, subject_id: 'webhooks' },
    { subject_id: 'mail' },
  ]);
});
