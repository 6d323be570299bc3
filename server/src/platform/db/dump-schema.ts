import type pg from 'pg';
import { openPool } from './db.ts';
import { FUNCTIONS, POLICIES, RELATIONS, ROLES, TABLE_PARTS, TYPES } from './schema-queries.ts';

/**
 * Returns the structure of the schema `public` as readable SQL. The text is for people and for diffs in reviews, not
 * for restoring. The same schema gives the same text on every server from PostgreSQL 16 on, regardless of the order in
 * which its objects were made.
 */
export async function dumpSchema(ownerUrl: string): Promise<string> {
  const pool = openPool(ownerUrl, { max: 1, applicationName: 'flaira schema' });
  try {
    // A fixed search path makes the server write the same names on every machine, without the schema `public`.
    await pool.query(`set search_path = pg_catalog, public`);
    const sections = [
      section(
        'Extensions',
        await lines(
          pool,
          `select format('create extension %I;', extname) from pg_extension where extname <> 'plpgsql' order by extname`,
        ),
      ),
      section('Roles', await lines(pool, ROLES)),
      section('Types', await lines(pool, TYPES)),
      ...(await tables(pool)),
      section('Functions', await lines(pool, FUNCTIONS), '\n\n'),
    ];
    return `-- The tables as the migrations leave them. Made by npm run generate; do not edit.\n${sections.filter(Boolean).join('')}`;
  } finally {
    await pool.end();
  }
}

/** Runs a query that returns one column of text in a fixed order. Returns the lines of that text. */
async function lines(pool: pg.Pool, query: string, values: readonly unknown[] = []): Promise<string[]> {
  const { rows } = await pool.query<string[]>({ text: query, values: [...values], rowMode: 'array' });
  return rows.map((row) => (row[0] ?? '').trimEnd());
}

const section = (title: string, parts: readonly string[], separator = '\n'): string =>
  parts.length === 0 ? '' : `\n-- ── ${title} ──\n\n${parts.join(separator)}\n`;

async function tables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ oid: number; name: string; kind: string }>(RELATIONS);
  const sections: string[] = [];
  for (const { oid, name, kind } of rows) {
    const parts = await Promise.all(TABLE_PARTS.map((query) => lines(pool, query, [oid])));
    const [columns = [], ...rest] = parts;
    const head =
      kind === 'table'
        ? `create table ${name} (\n${columns.map((column) => `  ${column}`).join(',\n')}\n);`
        : (columns[0] ?? '');
    const policies = await lines(pool, POLICIES, [oid]);
    sections.push(section(name, [head, ...rest.flat(), ...policies]));
  }
  return sections;
}
