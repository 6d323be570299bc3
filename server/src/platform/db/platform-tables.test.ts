import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { type Db, withDesk, withUser } from './db.ts';

const record = (db: Db, action: string) =>
  sql`select audit_log_add('doctor', 'practitioner', ${action}, 'photo', '7', 'alice', 'treatment', '{}')`.execute(db);

const firstBreak = async (db: Db) =>
  (await sql<{ id: number | null }>`select audit_log_first_break() as id`.execute(db)).rows[0]?.id;

test('the audit log numbers and links its rows without gaps, even if several connections write at once', async () => {
  const { db } = await freshDatabase();
  await Promise.all(Array.from({ length: 20 }, (_, i) => record(db, `photo.viewed${i}`)));
  await expect(
    db.transaction().execute(async (tx) => {
      await record(tx, 'rolled.back');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await withUser(db, 'alice', (tx) => record(tx, 'photo.deleted'));

  const rows = await db.selectFrom('audit_log').select(['id', 'prev_hash', 'hash']).orderBy('id').execute();
  expect(rows.map((row) => row.id)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
  for (const [index, row] of rows.slice(1).entries()) expect(row.prev_hash.equals(rows[index]!.hash)).toBe(true);
  expect(await firstBreak(db)).toBeNull();
});

test('trust 7: nobody changes or deletes a row of the audit log', async () => {
  const { db, owner } = await freshDatabase();
  await record(db, 'photo.viewed');
  await expect(db.deleteFrom('audit_log').execute()).rejects.toMatchObject({ code: '42501' });
  await expect(sql`update audit_log set reason = 'none'`.execute(db)).rejects.toMatchObject({ code: '42501' });
  for (const statement of ['delete from audit_log', `update audit_log set reason = 'none'`, 'truncate audit_log']) {
    await expect(owner.query(statement)).rejects.toThrow('audit_log is append-only');
  }
});

test.each([
  ['a changed word', `update audit_log set reason = 'none' where id = 2`, 2],
  [
    'a changed word with its hash made to fit',
    `update audit_log a set reason = 'none' where id = 2; update audit_log a set hash = audit_log_hash(a) where id = 2`,
    3,
  ],
  ['a deleted row', 'delete from audit_log where id = 2', 3],
])('%s is found, even if the owner disabled the triggers', async (_, tampering, broken) => {
  const { db, owner } = await freshDatabase();
  for (const action of ['one', 'two', 'three']) await record(db, action);
  await owner.query(
    `alter table audit_log disable trigger refuse_change; ${tampering}; alter table audit_log enable trigger refuse_change`,
  );
  expect(await firstBreak(db)).toBe(broken);
});

test('an event of the outbox is announced at the commit, and a second event with the same key is dropped', async () => {
  const { db, app } = await freshDatabase();
  const listener = await app.connect();
  const heard: string[] = [];
  listener.on('notification', ({ channel }) => heard.push(channel));
  await listener.query('listen outbox');
  const emit = (tx: Db) => sql`select outbox_add('intake.leadClaimed', '{"lead_id": "1"}', 'lead:1')`.execute(tx);

  await withUser(db, 'alice', async (tx) => {
    await emit(tx);
    await emit(tx);
    await listener.query('select 1');
    expect(heard).toEqual([]);
  });
  await listener.query('select 1');
  expect(heard).toEqual(['outbox']);
  listener.release();
  expect(await db.selectFrom('outbox').select(['topic', 'payload', 'attempts', 'handled_by']).execute()).toEqual([
    { topic: 'intake.leadClaimed', payload: { lead_id: '1' }, attempts: 0, handled_by: [] },
  ]);
});

test('no database function with its owner’s rights can be called by everyone', async () => {
  const { db, owner } = await freshDatabase();
  // The functions of app_system are meant to run with its rights, so each must be a security definer function.
  const { rows } = await owner.query<{ name: string; is_definer: boolean; is_open: boolean }>(`
    select proname as name, prosecdef as is_definer, has_function_privilege('public', oid, 'execute') as is_open
    from pg_proc where prosecdef or proowner = 'app_system'::regrole order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['patients_of_lot', 'works_at']));
  expect(rows.filter(({ is_definer, is_open }) => !is_definer || is_open)).toEqual([]);
  const recall = (tx: Db) => sql`select * from patients_of_lot('C7654C3')`.execute(tx);
  for (const as of [withUser, withDesk]) await expect(as(db, 'alice', recall)).rejects.toMatchObject({ code: '42501' });
});
