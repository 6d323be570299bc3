import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aWorld } from './world.ts';

/** A column that refers to a row of another table. */
interface Link {
  readonly child: string;
  readonly column: string;
  readonly parent: string;
}

test('trust 3: its domain declares every column that refers to a person, and every table that depends on one', async () => {
  const world = await aWorld();
  const { rows } = await sql<Link>`
    select c.conrelid::regclass::text as child, a.attname as column, c.confrelid::regclass::text as parent
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(world.db);
  const { tables, mentions } = world.personal;
  const isTold = ({ child, column }: Link): boolean =>
    tables.get(child)?.of.split('>')[0] === column || (mentions.get(child) ?? []).includes(column);
  const unnamed = rows.filter((link) => link.parent === 'users' && !isTold(link));
  expect(unnamed, 'columns with the id of a person').toEqual([]);

  // Rows of some tables belong to a person through another row, such as a case, an appointment or a lead. Such tables
  // must be declared, too. A reference to a table in `shared`, such as to a community or a post, does not make a row
  // belong to one person.
  const shared = new Set(['users', 'channels', 'posts', 'photo_objects', 'person_keys', 'decisions', 'photos']);
  const undeclared = rows.filter(
    ({ child, parent }) => tables.has(parent) && !shared.has(parent) && !tables.has(child),
  );
  expect(undeclared, 'tables that hang on a personal one').toEqual([]);
});

test('a column whose name suggests a person is declared, even without a foreign key', async () => {
  const world = await aWorld();
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('user_id', 'patient_id', 'owner_id', 'author_id', 'person_id')`.execute(
    world.db,
  );
  const missing = rows.filter(({ table_name }) => !world.personal.tables.has(table_name));
  expect(missing).toEqual([]);
});

test('a declaration names only tables and columns that exist', async () => {
  const world = await aWorld();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    world.db,
  );
  const known = new Set(rows.map(({ name }) => name));
  const named = [...world.personal.tables].flatMap(([table, { of, hidden, picture }]) => [
    `${table}.${of.split('>')[0]}`,
    ...(Array.isArray(hidden) ? hidden.map((column) => `${table}.${column}`) : []),
    ...(picture ? [`${table}.${picture}`] : []),
  ]);
  const mentioned = [...world.personal.mentions].flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect([...named, ...mentioned].filter((name) => !known.has(name))).toEqual([]);
});
