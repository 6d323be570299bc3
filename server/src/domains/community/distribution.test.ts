import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';

/** The tables that are distributed by `channel_id` (docs/operations.md). */
const distributed = ['posts', 'comments', 'post_tags', 'post_marks', 'content_versions', 'content_likes'];
/**
 * Unique indexes without `channel_id`. On a single machine they ensure that an id is unique across communities. Ids are
 * random, so distributed tables do not need these indexes.
 */
const alone = ['comments_id', 'posts_id'];

test('the tables of communities can be split by channel_id, because it is in all their keys and references', async () => {
  const { owner } = await freshDatabase();
  const { rows: keys } = await owner.query(
    `select c.relname as table, i.relname as name, bool_or(a.attname = 'channel_id') as has_key
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any (x.indkey)
     where x.indisunique and c.relname = any ($1) group by 1, 2 order by 2`,
    [distributed],
  );
  expect([...new Set(keys.map((key) => key.table))].sort()).toEqual(distributed.toSorted());
  expect(keys.filter((key) => !key.has_key).map((key) => key.name)).toEqual(alone);

  const { rows: references } = await owner.query(
    `select r.conname as name, bool_or(a.attname = 'channel_id') as has_key
     from pg_constraint r join pg_attribute a on a.attrelid = r.conrelid and a.attnum = any (r.conkey)
     where r.contype = 'f' and r.conrelid::regclass::text = any ($1) and r.confrelid::regclass::text = any ($1) group by 1`,
    [distributed],
  );
  expect(references.length).toBeGreaterThanOrEqual(3);
  expect(references.filter((reference) => !reference.has_key)).toEqual([]);
});
