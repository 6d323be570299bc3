import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestDatabase } from './database.ts';
import { worldDatabase } from './world-database.ts';

const nameOf = async ({ db }: TestDatabase) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;
const countTags = async ({ db }: TestDatabase) => (await sql`select from tags`.execute(db)).rows.length;

test('a database that is used again contains no rows of the earlier test', async () => {
  const first = await worldDatabase();
  const name = await nameOf(first);
  const before = await countTags(first);
  await sql`insert into tags (tag, title) values ('numbat', 'Numbat')`.execute(first.db);
  expect(await countTags(first)).toBe(before + 1);
  await first.close();
  await expect(countTags(first)).rejects.toThrow('the test has ended');

  const second = await worldDatabase();
  expect(await nameOf(second)).toBe(name);
  expect(await countTags(second)).toBe(before);
});

test.each([
  ['changed its schema', 'alter table tags add column test_only int'],
  ['removed a trigger', 'alter table ledger_postings disable trigger refuse_change'],
  ['analysed a table', `insert into tags (tag, title) values ('numbat', 'Numbat'); analyze tags`],
])('a database is not used again if a test %s', async (_what, statement) => {
  const first = await worldDatabase();
  const name = await nameOf(first);
  await first.owner.query(statement);
  await first.close();
  expect(await nameOf(await worldDatabase())).not.toBe(name);
});

test('a database is not used again while one of its connections is in use', async () => {
  const first = await worldDatabase();
  const name = await nameOf(first);
  const client = await first.app.connect();
  const closing = first.close();
  // The connection is still in use when the next world gets a database.
  await worldDatabase();
  client.release();
  await closing;
  expect(await nameOf(await worldDatabase())).not.toBe(name);
});
