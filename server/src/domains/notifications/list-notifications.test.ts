import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { kept, keepPlans, openKeepingConnections } from '#server/platform/db/kept.ts';
import { aWorld, type World } from '../../../test/world.ts';

/** Creates a person with this many notifications, one hour apart. */
async function aReader(world: World, notices: number) {
  const reader = await world.patient();
  const { userId: user_id } = reader;
  for (let n = 0; n < notices; n++) {
    world.clock.advance(3_600_000);
    await world.outbox.emit(world.db, 'identity.securityChanged', { user_id, kind: 'password_changed' });
    await world.outbox.drain();
    await world.browserOf(reader).post('/rpc/mark_notifications_read', n % 2 ? { ids: [] } : {});
  }
  return { ...reader, browser: world.browserOf(reader) };
}

test('pages of notifications have no gaps or repetitions, list the newest first, and count unread ones', async () => {
  const world = await aWorld();
  const [{ browser }, other] = [await aReader(world, 5), await aReader(world, 1)];
  const whole = (await browser.post('/rpc/list_notifications', {})).json;
  const at = (page: { rows: { at: string }[] }) => page.rows.map((row) => row.at);
  expect(at(whole)).toEqual(at(whole).toSorted().toReversed());
  expect(whole.next_cursor).toBeNull();
  expect(whole.unread_count).toBe(whole.rows.filter(({ is_read }: { is_read: boolean }) => !is_read).length);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = (await browser.post('/rpc/list_notifications', { limit: 2, ...(cursor && { cursor }) })).json;
    paged.push(...at(page));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(paged).toEqual(at(whole));
  for (const forged of ['x', Buffer.from('1|not-a-uuid').toString('base64url')])
    expect((await browser.post('/rpc/list_notifications', { cursor: forged })).status).toBe(400);
  const unread = (await browser.post('/rpc/list_notifications', { unread_only: true })).json;
  expect(unread.rows).toHaveLength(whole.unread_count);
  expect((await other.browser.post('/rpc/list_notifications', {})).json.rows).toHaveLength(1);
});

test('a page of notifications about things that the reader may no longer see does not look like the end of the list', async () => {
  const world = await aWorld();
  const { browser, userId } = await aReader(world, 1);
  await withSystem(world.system, (tx) =>
    sql`insert into notifications (id, user_id, domain, kind, bundle, at, subject)
      select gen_random_uuid(), ${userId}, 'gone', 'like', 'gone:' || n, ${world.clock.now()}::timestamptz + n * interval '1 minute', ''
      from generate_series(1, 45) n`.execute(tx),
  );
  const page = (await browser.post('/rpc/list_notifications', { limit: 20 })).json;
  expect(page).toMatchObject({ rows: [{ kind: 'password_changed' }], next_cursor: null, unread_count: 0 });
});

test('readers who share a database connection see only their own notifications', async () => {
  const world = await aWorld();
  keepPlans(world.db, openKeepingConnections(world.database.appUrl, { max: 1 }));
  const readers = [await aReader(world, 2), await aReader(world, 1), await aReader(world, 0)];
  const asked = readers.map(
    async ({ browser }) => (await browser.post('/rpc/list_notifications', {})).json.rows.length,
  );
  const whoIsThere = () =>
    kept(world.db, sql`select current_user as role, coalesce(request_user_id(), '') as person where ${1}::int = 1`);
  const between = await Promise.all([whoIsThere(), ...asked, whoIsThere()]);
  expect(between).toMatchObject([{ rows: [{ role: 'flaira_app', person: '' }] }, 2, 1, 0, { rows: [{ person: '' }] }]);
});
