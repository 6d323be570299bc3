import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { openDb, type Db, withStaff, withSystem, withUser } from './db.ts';
import { atMost, keepPlans, kept, openKeepingConnections } from './kept.ts';
import { isDatabaseAway } from '../http/faults.ts';
import { openSharedConnections } from './shared-connections.ts';

type Notes = { notes: { owner: string; body: string } };

/** Makes a table with row-level security, as a domain would. */
async function withNotes() {
  const { db, system, owner } = await freshDatabase();
  await owner.query(`
    create table notes (owner text not null, body text not null);
    call guard_patient_rows('notes');
    create policy own on notes to app_user using (owner = (select request_user_id())) with check (owner = (select request_user_id()));
    create policy staff_reads on notes for select to app_staff using (true);
    grant select, insert, update, delete on notes to app_user;
    grant select on notes to app_staff`);
  return { db, system };
}

const bodies = async (db: Db) =>
  (await db.withTables<Notes>().selectFrom('notes').select('body').orderBy('body').execute()).map((row) => row.body);
const write = (db: Db, owner: string, body: string) =>
  db.withTables<Notes>().insertInto('notes').values({ owner, body }).execute();
const whoAmI = async (db: Db) =>
  (
    await sql<{
      role: string;
      person: string | null;
    }>`select current_user as role, request_user_id() as person`.execute(db)
  ).rows[0];

describe('a transaction for a role and a person', () => {
  test('a patient sees and changes only their own rows', async () => {
    const { db } = await withNotes();
    await withUser(db, 'alice', (tx) => write(tx, 'alice', 'hers'));
    await withUser(db, 'bob', (tx) => write(tx, 'bob', 'his'));

    expect(await withUser(db, 'alice', bodies)).toEqual(['hers']);
    const changed = await withUser(db, 'bob', (tx) =>
      tx.withTables<Notes>().updateTable('notes').set({ body: 'mine now' }).executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(1n);
    expect(await withUser(db, 'alice', bodies)).toEqual(['hers']);
  });

  test('a patient cannot write a row in the name of another', async () => {
    const { db } = await withNotes();
    await expect(withUser(db, 'bob', (tx) => write(tx, 'alice', 'forged'))).rejects.toMatchObject({ code: '42501' });
  });

  test('staff and the service itself see the rows that the policies allow', async () => {
    const { db, system } = await withNotes();
    await withSystem(system, (tx) => write(tx, 'alice', 'from a job'));
    expect(await withStaff(db, 'doctor', bodies)).toEqual(['from a job']);
    await expect(withStaff(db, 'doctor', (tx) => write(tx, 'alice', 'no grant'))).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('outside a transaction for a role, a table with row level security looks empty and accepts no rows', async () => {
    const { db, system } = await withNotes();
    await withSystem(system, (tx) => write(tx, 'alice', 'hers'));
    expect(await bodies(db)).toEqual([]);
    await expect(write(db, 'alice', 'unguarded')).rejects.toMatchObject({ code: '42501' });
  });

  test('the role and person of a transaction do not stay on its connection after a commit or a failure', async () => {
    const { db } = await freshDatabase();
    const one = await db.connection().execute(async (connection) => {
      const inside = await withUser(connection, 'alice', whoAmI);
      const after = await whoAmI(connection);
      await expect(withUser(connection, 'alice', () => Promise.reject(new Error('gone wrong')))).rejects.toThrow(
        'gone wrong',
      );
      return { inside, after, afterFailure: await whoAmI(connection) };
    });
    expect(one.inside).toEqual({ role: 'app_user', person: 'alice' });
    expect(one.after).toEqual({ role: 'flaira_app', person: null });
    expect(one.afterFailure).toEqual({ role: 'flaira_app', person: null });
  });

  test('twenty simultaneous transactions do not see each other', async () => {
    const { db, system } = await withNotes();
    await withSystem(system, async (tx) => {
      for (const owner of ['alice', 'bob']) await write(tx, owner, owner);
    });
    const people = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'alice' : 'bob'));
    expect(await Promise.all(people.map((person) => withUser(db, person, bodies)))).toEqual(
      people.map((person) => [person]),
    );
  });

  test('trust 7: the login for requests can never change to the role of the service itself', async () => {
    const { db, system } = await freshDatabase();
    const refused = { code: '42501' };
    const become = (on: Db) => sql`set role app_system`.execute(on);
    const becomeByFunction = (on: Db) => sql`select set_config('role', 'app_system', true)`.execute(on);
    for (const attempt of [become, becomeByFunction]) {
      await expect(attempt(db)).rejects.toMatchObject(refused);
      await expect(db.transaction().execute(attempt)).rejects.toMatchObject(refused);
      await expect(withUser(db, 'alice', attempt)).rejects.toMatchObject(refused);
      await expect(withStaff(db, 'doctor', attempt)).rejects.toMatchObject(refused);
    }
    await expect(sql`set role flaira_system`.execute(db)).rejects.toMatchObject(refused);
    expect(await withSystem(system, whoAmI)).toEqual({ role: 'app_system', person: null });
  });

  test('a transaction for a person needs the id of a person', async () => {
    const { db } = await freshDatabase();
    await expect(withUser(db, '', async () => {})).rejects.toThrow('needs the id of a person');
  });

  test('the service cannot make or drop tables', async () => {
    const { db } = await freshDatabase();
    await expect(sql`create table mine (id int)`.execute(db)).rejects.toMatchObject({ code: '42501' });
    await expect(sql`drop table outbox`.execute(db)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('values', () => {
  test('counts are numbers, instants are dates, and days are text', async () => {
    const { db } = await freshDatabase();
    const { rows } =
      await sql`select count(*) as n, timestamptz '2026-01-02 03:04:05Z' as at, date '2026-01-02' as day, 1.50 as amount`.execute(
        db,
      );
    expect(rows).toEqual([{ n: 1, at: new Date('2026-01-02T03:04:05Z'), day: '2026-01-02', amount: '1.50' }]);
  });

  test('an integer that is too large for a JavaScript number throws', async () => {
    const { db } = await freshDatabase();
    await expect(sql`select 9007199254740993::bigint as n`.execute(db)).rejects.toThrow('does not fit a number');
  });
});

test('a query whose plan is kept is prepared once per connection for all values; other queries are not prepared', async () => {
  const { appUrl } = await freshDatabase();
  const keeping = openKeepingConnections(appUrl, { max: 1 });
  const db = keepPlans(openDb(appUrl, { max: 1 }), keeping);
  const ask = (n: number) => kept(db, sql<{ n: number }>`select ${n}::int as n ${atMost(1)}`);
  for (const n of [1, 2, 3]) expect((await ask(n)).rows).toEqual([{ n }]);
  await sql`select ${3}::int`.execute(db);
  const prepared = 'select statement, generic_plans::int, custom_plans::int from pg_prepared_statements';
  expect((await keeping.query({ text: prepared })).rows).toEqual([
    { statement: 'select $1::int as n limit 1', generic_plans: 3, custom_plans: 0 },
  ]);
  expect((await sql.raw(prepared).execute(db)).rows).toEqual([]);
  await db.destroy();
  await expect(ask(4)).rejects.toThrow('destroyed');
});

describe('shared connections', () => {
  const pid = { text: 'select pg_backend_pid() as pid' };

  test('many statements run on few connections, and each gets its own result', async () => {
    const { appUrl } = await freshDatabase();
    const shared = openSharedConnections(appUrl, { max: 2 });
    const ask = (n: number) =>
      shared.query({ name: 'twice', text: 'select $1::int * 2 as n, pg_backend_pid() as pid', values: [n] });
    const answers = (await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)))).map(({ rows }) => rows[0]);
    expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, n) => n * 2));
    expect(new Set(answers.map(({ pid: one }) => one)).size).toBe(2);
    await shared.end();
  });

  test('a statement that fails does not affect others', async () => {
    const { appUrl } = await freshDatabase();
    const shared = openSharedConnections(appUrl, { max: 1 });
    const ask = (n: number) => shared.query({ name: 'part', text: 'select 6 / $1::int as n', values: [n] });
    const [before, failed, after] = await Promise.allSettled([ask(2), ask(0), ask(3)]);
    expect([before, after]).toMatchObject([{ value: { rows: [{ n: 3 }] } }, { value: { rows: [{ n: 2 }] } }]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    await shared.end();
  });

  test('a broken connection fails its statements, is reported if it was idle, and is replaced', async () => {
    const { appUrl } = await freshDatabase();
    const broken: Error[] = [];
    const shared = openSharedConnections(appUrl, { max: 1, onIdleError: (error) => broken.push(error) });
    const other = openDb(appUrl, { max: 1 });
    const [first] = (await shared.query(pid)).rows;
    const slow = shared.query({ text: 'select pg_sleep(60)' }).catch((error: unknown) => error);
    await expect
      .poll(
        async () =>
          (await sql`select from pg_stat_activity where pid = ${first.pid} and state = 'active'`.execute(other)).rows
            .length,
      )
      .toBe(1);
    await sql`select pg_terminate_backend(${first.pid})`.execute(other);
    expect(isDatabaseAway(await slow)).toBe(true);
    const [second] = (await shared.query(pid)).rows;
    expect(second.pid).not.toBe(first.pid);
    await sql`select pg_terminate_backend(${second.pid})`.execute(other);
    await expect.poll(() => broken.length).toBe(1);
    expect([first.pid, second.pid]).not.toContain((await shared.query(pid)).rows[0].pid);
    await Promise.all([shared.end(), other.destroy()]);
  });

  test('a statement that takes too long fails as if the database were down', async () => {
    const { appUrl } = await freshDatabase();
    const shared = openSharedConnections(appUrl, { max: 1, patience_ms: 200 });
    const late = await shared.query({ text: 'select pg_sleep(60)' }).catch((error: unknown) => error);
    expect(isDatabaseAway(late)).toBe(true);
    expect((await shared.query({ text: 'select 1 as n' })).rows).toEqual([{ n: 1 }]);
    await shared.end();
  });

  test('a slow statement delays only the few that share its connection, and a long wait fails like an outage', async () => {
    const { appUrl } = await freshDatabase();
    const shared = openSharedConnections(appUrl, { max: 2, patience_ms: 2000 });
    const sleep = (seconds: number) => shared.query({ text: `select pg_sleep(${seconds})` });
    const asWords = (error: unknown) => String(error);
    const slow = sleep(60).catch(asWords);
    // Three of these statements are sent on the connection of the slow statement, and fail with it. The others use any
    // connection that has room.
    const quick = Array.from({ length: 30 }, () => sleep(0).catch(asWords));
    const answers = await Promise.all(quick);
    expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(3);
    expect(await slow).toContain('timeout');
    const all = await Promise.all(
      Array.from({ length: 12 }, () =>
        sleep(60).then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    expect(all.map(isDatabaseAway)).toEqual(all.map(() => true));
    expect((await shared.query({ text: 'select 1 as n' })).rows).toEqual([{ n: 1 }]);
    await shared.end();
  });

  test('end() waits for statements in progress and refuses new ones', async () => {
    const { appUrl } = await freshDatabase();
    const shared = openSharedConnections(appUrl, { max: 1 });
    const last = shared.query({ text: 'select 1 as n, pg_sleep(0.1)' });
    await shared.end();
    expect((await last).rows).toMatchObject([{ n: 1 }]);
    await expect(shared.query(pid)).rejects.toThrow('destroyed');
  });
});
