import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { migrate } from './migrate.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flaira-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql);

/** Makes a database without any migration. */
async function anEmptyDatabase() {
  const database = await freshDatabase();
  await database.owner.query('drop table schema_migrations');
  return database;
}

test('migrations are applied in order and once', async () => {
  const { ownerUrl, owner } = await anEmptyDatabase();
  write('0002_b.sql', 'insert into a values (2)');
  write('0001_a.sql', 'create table a (n int); insert into a values (1)');
  expect(await migrate(ownerUrl, folder)).toEqual(['0001_a.sql', '0002_b.sql']);
  expect(await migrate(ownerUrl, folder)).toEqual([]);
  write('0003_c.sql', 'insert into a values (3)');
  expect(await migrate(ownerUrl, folder)).toEqual(['0003_c.sql']);
  expect((await owner.query('select n from a order by n')).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('two services that start together run each file once', async () => {
  const { ownerUrl, owner } = await anEmptyDatabase();
  write('0001_a.sql', 'create table a (n int)');
  write('0002_b.sql', 'select pg_sleep(0.2); insert into a values (1)');
  const both = await Promise.all([migrate(ownerUrl, folder), migrate(ownerUrl, folder)]);
  expect(both.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql']);
  expect((await owner.query('select count(*)::int as n from a')).rows).toEqual([{ n: 1 }]);
});

test('the comments of an applied migration may change, but not the words that mark its kind, such as "expands"', async () => {
  const { ownerUrl } = await anEmptyDatabase();
  write('0001_a.sql', '-- Old words.\ncreate table a (\n  -- A number.\n  n int\n)');
  await migrate(ownerUrl, folder);
  write('0001_a.sql', '-- New words,\n-- on two lines.\ncreate table a (\n  n int\n)');
  expect(await migrate(ownerUrl, folder)).toEqual([]);
  write('0001_a.sql', '-- expands\ncreate table a (\n  n int\n)');
  await expect(migrate(ownerUrl, folder)).rejects.toThrow('0001_a.sql has changed since it was applied');
});

test('a comment at the end of a line may change, but not a text in quotes that contains the marks of a comment', async () => {
  const { ownerUrl } = await anEmptyDatabase();
  const sql = (comment: string, words = ['a', 'b', 'c']) => `create table a (
  n int,${comment}
  "a -- b" text default 'one -- ${words[0]}',
  m text default 'two
  -- ${words[1]}'${comment}
);
create function f() returns text language plpgsql as $$
begin
  return e'it\\'s -- ${words[2]}';${comment}
end $$;`;
  write('0001_a.sql', sql(" -- the patient's number"));
  await migrate(ownerUrl, folder);
  for (const comment of ['   -- a number, "n"', '']) {
    write('0001_a.sql', sql(comment));
    expect(await migrate(ownerUrl, folder)).toEqual([]);
  }
  for (const words of ['xbc', 'axc', 'abx']) {
    write('0001_a.sql', sql('', [...words]));
    await expect(migrate(ownerUrl, folder)).rejects.toThrow('0001_a.sql has changed since it was applied');
  }
});

test('a migration that was changed after it ran is refused, and the error names its file', async () => {
  const { ownerUrl } = await anEmptyDatabase();
  write('0001_a.sql', 'create table a (n int)');
  await migrate(ownerUrl, folder);
  write('0001_a.sql', 'create table a (n bigint)');
  write('0002_b.sql', 'create table b (n int)');
  await expect(migrate(ownerUrl, folder)).rejects.toThrow(
    /^0001_a\.sql has changed since it was applied .*If the database was made by an earlier release, start with an empty one/,
  );
});

test('a migration that fails changes nothing, and the error names its line', async () => {
  const { ownerUrl, owner } = await anEmptyDatabase();
  write('0001_a.sql', 'create table a (n int);\ninsert into a values (1);\ninsert into nowhere values (1)');
  await expect(migrate(ownerUrl, folder)).rejects.toThrow(
    '0001_a.sql failed: relation "nowhere" does not exist (line 3)',
  );
  expect((await owner.query(`select to_regclass('a') as a`)).rows).toEqual([{ a: null }]);
  write('0001_a.sql', 'create table a (n int)');
  expect(await migrate(ownerUrl, folder)).toEqual(['0001_a.sql']);
});

test('a migration with the mark "no-transaction" in its first line runs outside a transaction', async () => {
  const { ownerUrl, owner } = await anEmptyDatabase();
  write('0001_a.sql', 'create table a (n int)');
  write('0002_b.sql', '-- no-transaction\ncreate index concurrently a_n on a (n)');
  await migrate(ownerUrl, folder);
  expect((await owner.query(`select to_regclass('a_n') is not null as made`)).rows).toEqual([{ made: true }]);
});

test('the names, numbers and order of migration files are checked', async () => {
  const { ownerUrl } = await anEmptyDatabase();
  write('0002_b.sql', 'select 1');
  await migrate(ownerUrl, folder);
  write('0001_a.sql', 'select 1');
  await expect(migrate(ownerUrl, folder)).rejects.toThrow(
    '0001_a.sql comes before migrations that are applied already',
  );
  write('0002_c.sql', 'select 1');
  await expect(migrate(ownerUrl, folder)).rejects.toThrow('0002_b.sql and 0002_c.sql share the number 0002');
  write('0000.sql', 'select 1');
  await expect(migrate(ownerUrl, folder)).rejects.toThrow('0000.sql is not named like');
});

test('a database with a migration that this version does not know is refused', async () => {
  const { ownerUrl } = await anEmptyDatabase();
  write('0001_a.sql', 'select 1');
  write('0002_b.sql', 'select 1');
  await migrate(ownerUrl, folder);
  rmSync(join(folder, '0002_b.sql'));
  await expect(migrate(ownerUrl, folder)).rejects.toThrow(
    'The database has 0002_b.sql, which this version does not know',
  );
});

test('a database with other migrations is refused, and the error says what to do', async () => {
  const { ownerUrl, owner } = await anEmptyDatabase();
  write('0001_a.sql', 'create table a (n int)');
  write('0002_b.sql', 'create table b (n int)');
  await migrate(ownerUrl, folder);
  rmSync(join(folder, '0002_b.sql'));
  write('0002_c.sql', 'drop table a');
  await expect(migrate(ownerUrl, folder)).rejects.toThrow(
    /it has 0002_b\.sql where this version has 0002_c\.sql\. It cannot be upgraded\. Start with an empty data folder/,
  );
  expect((await owner.query(`select to_regclass('a') is not null as stays`)).rows).toEqual([{ stays: true }]);
});

test('an older version works with a newer database until a migration removes something', async () => {
  const { ownerUrl } = await anEmptyDatabase();
  const release = (...names: string[]): string => {
    const own = mkdtempSync(join(folder, 'release-'));
    for (const name of names) writeFileSync(join(own, name), texts[name] ?? '');
    return own;
  };
  const texts: Record<string, string> = {
    '0001_a.sql': 'create table a (n int)',
    '0002_expand.sql': '-- expands\nalter table a add column m int',
    '0003_index.sql': '-- expands, no-transaction\ncreate index concurrently a_m on a (m)',
    '0004_contract.sql': 'alter table a drop column n',
  };
  const [first, second, third] = [
    release('0001_a.sql'),
    release('0001_a.sql', '0002_expand.sql', '0003_index.sql'),
    release('0001_a.sql', '0002_expand.sql', '0003_index.sql', '0004_contract.sql'),
  ];
  await migrate(ownerUrl, second);
  expect(await migrate(ownerUrl, first)).toEqual([]);
  await migrate(ownerUrl, third);
  await expect(migrate(ownerUrl, second)).rejects.toThrow('The database has 0004_contract.sql');
  await expect(migrate(ownerUrl, first)).rejects.toThrow('The database has 0004_contract.sql');
});

test('a version is refused if its next migration comes before one in the database that it does not know', async () => {
  const { ownerUrl } = await anEmptyDatabase();
  write('0001_a.sql', 'create table a (n int)');
  write('0003_expand.sql', '-- expands\nalter table a add column m int');
  await migrate(ownerUrl, folder);
  rmSync(join(folder, '0003_expand.sql'));
  write('0002_b.sql', 'create table b (n int)');
  await expect(migrate(ownerUrl, folder)).rejects.toThrow('0002_b.sql comes before migrations');
});
