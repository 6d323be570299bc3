import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';

/** Returns every table of the database with a row that contains one of the words, in any column. */
export async function tablesWith(world: Pick<Context, 'db' | 'system'>, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(world.db);
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const like = sql.join(
      words.map((word) => sql`t::text ilike ${`%${word}%`}`),
      sql` or `,
    );
    const hit = await withSystem(world.system, (tx) =>
      sql`select from ${sql.table(`${schema}.${name}`)} t where ${like} limit 1`.execute(tx),
    );
    if (hit.rows.length > 0) found.push(name);
  }
  return found.sort();
}
