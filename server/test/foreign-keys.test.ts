import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

/**
 * Foreign keys without an index that starts with their columns. Deleting a row of the other table reads this whole
 * table each time. So only tables that stay small may be listed here, each with the reason.
 */
const UNINDEXED: readonly string[] = [
  'launch_lines.settled_by', // a dozen lines
  'practitioner_profiles.hidden_by', // as many as doctors
  'practitioners.verified_by', // as many as doctors
  'site_versions.made_by', // a text of the site, each time it is changed
  'site_versions.restored_from',
  'word_filters.created_by', // the words of a community
];

/** A partial index counts if it omits only rows whose key is null. */
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

test('each foreign key has an index, so that erasing a person reads no table from end to end', async () => {
  const { owner } = await freshDatabase();
  const { rows } = await owner.query<{ key: string }>(missing);
  expect(rows.map(({ key }) => key)).toEqual(UNINDEXED);
});
