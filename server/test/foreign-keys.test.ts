import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

/**
 * Foreign keys without an index that starts with their columns. Without an index, PostgreSQL reads the whole
 * referencing table when a row of the referenced table is deleted. This list may therefore contain only tables that
 * stay small, each with a reason.
 */
const UNINDEXED: readonly string[] = [
  'launch_lines.settled_by', // at most one row for each line of the launch checklist
  'practitioner_profiles.hidden_by', // one row per doctor
  'practitioners.verified_by', // one row per doctor
  'site_versions.made_by', // one row for each time that a text of the site is changed
  'site_versions.restored_from',
  'word_filters.created_by', // one row for each filtered word of a community
];

/** Finds the foreign keys without an index. A partial index is accepted if it omits only rows whose key is null. */
const missing = `
  select format('%s.%s', k.conrelid::regclass, string_agg(a.attname, '+' order by u.at)) as key
  from pg_constraint k
  cross join unnest(k.conkey) with ordinality as u (attnum, at)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace
    and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indisvalid
        and (i.indkey::int2[])[0 : cardinality(k.conkey) - 1] @> k.conkey
        and (i.indpred is null
          or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', (
            select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]))))
  group by k.oid, k.conrelid
  order by 1`;

test('each foreign key has an index, so that erasing a person reads no whole table', async () => {
  const { owner } = await freshDatabase();
  const { rows } = await owner.query<{ key: string }>(missing);
  expect(rows.map(({ key }) => key)).toEqual(UNINDEXED);
});
