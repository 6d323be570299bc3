import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { DescribedTable, PersonalData, PersonalTable } from './personal-data.ts';

export type PersonalTables = ReadonlyMap<string, PersonalTable>;

/** Joins the personal tables of all domains. @throws if two domains declare the same table */
export function joinTables(all: readonly PersonalData[]): PersonalTables {
  const tables = new Map<string, PersonalTable>();
  for (const { tables: own } of all)
    for (const [name, table] of Object.entries(own)) {
      if (tables.has(name)) throw new Error(`two domains declare ${name}`);
      if (isPersonal(table)) tables.set(name, table);
    }
  return tables;
}

const isPersonal = (table: DescribedTable): table is PersonalTable => table.of !== undefined;

/**
 * Joins the `mentions` of all domains. For each table, they are the columns in which a row can name a person other than
 * its owner.
 */
export const joinMentions = (all: readonly PersonalData[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    all.flatMap(({ tables }) =>
      Object.entries(tables).flatMap(([name, { mentions }]) => (mentions ? [[name, mentions]] : [])),
    ),
  );

/** Returns an SQL condition that is true if a row of this table belongs to this person. */
export function isOf(tables: PersonalTables, name: string, userId: string): RawBuilder<boolean> {
  const { column, parent, key } = ownerOf(tables, name);
  if (!parent) return sql<boolean>`${sql.ref(column)} = ${userId}`;
  return sql<boolean>`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(parent)} where ${isOf(tables, parent, userId)})`;
}

function ownerOf(tables: PersonalTables, name: string): { column: string; parent: string | undefined; key: string } {
  const table = tables.get(name);
  if (!table) throw new Error(`${name} is not a personal table`);
  const [column = '', path] = table.of.split('>');
  const [parent, key = 'id'] = path?.split('.') ?? [];
  return { column, parent, key };
}

/** Reads this person's rows of one table for an export, without the hidden columns. */
export async function readRows(tx: Tx, tables: PersonalTables, name: string, userId: string): Promise<Row[]> {
  const { hidden = [], shown } = tables.get(name) ?? { hidden: 'all' };
  if (hidden === 'all') return [];
  const filter = shown ? sql`and ${sql.raw(shown)}` : sql``;
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) - ${[...hidden]}::text[] as row from ${sql.table(name)} t
    where ${isOf(tables, name, userId)} ${filter}`.execute(tx);
  return rows.map(({ row }) => row);
}

export type Row = Record<string, unknown>;

/** Deletes this person's rows of one table. */
export async function deleteRows(tx: Tx, tables: PersonalTables, name: string, userId: string): Promise<void> {
  await sql`delete from ${sql.table(name)} where ${isOf(tables, name, userId)}`.execute(tx);
}

/** Returns whether a table that is not in `but` has a row of this person. Uses one statement. */
export async function hasRowsBut(
  tx: Tx,
  tables: PersonalTables,
  userId: string,
  but: ReadonlySet<string>,
): Promise<boolean> {
  const asked = [...tables.keys()].filter((name) => !but.has(name));
  const found = asked.map((name) => sql`exists (select from ${sql.table(name)} where ${isOf(tables, name, userId)})`);
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(found, sql` or `)} as found`.execute(tx);
  return rows[0]?.found ?? false;
}
