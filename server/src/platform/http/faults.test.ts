import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDb } from '../db/db.ts';
import { freshDatabase } from '../../../test/database.ts';
import { isAway } from './faults.ts';

test('an error because the database is read-only counts as an outage, and an error in our code does not', async () => {
  const { ownerUrl } = await freshDatabase();
  const url = new URL(ownerUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const standby = openDb(url.href);
  onTestFinished(() => standby.destroy());
  const answerOf = (statement: Promise<unknown>) => statement.then(() => 'done', isAway);
  expect(await answerOf(sql`select 1`.execute(standby))).toBe('done');
  expect(await answerOf(sql`delete from outbox`.execute(standby))).toBe(true);
  expect(await answerOf(sql`select 1/0`.execute(standby))).toBe(false);
});
