import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../db/db.ts';
import { forgetUnsentTo } from '../mail/forget-unsent.ts';
import type { Keep, Leaver, PersonalData } from './personal-data.ts';
import { deleteRows, isOf, joinMentions, joinTables, type PersonalTables } from './rows-of.ts';

/**
 * The table of accounts. Its row for the person is deleted last. If the law requires us to keep a medical record, the
 * row stays, with the person's name in it.
 */
const ACCOUNT = 'users';

/**
 * Implements `Personal.erase`. The domains erase first, because they know which data depends on their rows. The account
 * is erased last.
 */
export async function erasePerson(
  ctx: Context,
  tx: Tx,
  all: readonly PersonalData[],
  person: { readonly userId: string; readonly email: string },
): Promise<Leaver['record']> {
  const { userId, email } = person;
  const tables = joinTables(all);
  const leaver: Leaver = { ...person, record: await findRecord(ctx, tx, all, userId) };
  for (const data of all) await data.erase?.(ctx, tx, leaver);
  const going = [...tables]
    .filter(([name, { kept }]) => name !== ACCOUNT && !stays(kept, leaver))
    .map(([name]) => name);
  const pictures = await findPictures(tx, tables, leaver);
  for (const name of childrenFirst(tables, going)) await deleteRows(tx, tables, name, userId);
  await forgetMentions(tx, joinMentions(all), userId);
  if (leaver.record) for (const id of pictures) await ctx.photos.delete(tx, id);
  else {
    await ctx.photos.erase(tx, { userId });
    await sql`delete from ${sql.table(ACCOUNT)} where id = ${userId}`.execute(tx);
  }
  await forgetTraces(tx, userId);
  await forgetUnsentTo(tx, email);
  return leaver.record;
}

/** Implements `Personal.findKept`. */
export async function findKept(
  ctx: Context,
  tx: Tx,
  all: readonly PersonalData[],
  userId: string,
): Promise<ReadonlySet<Keep>> {
  const kept = new Set<Keep>();
  if (await findRecord(ctx, tx, all, userId)) kept.add('record');
  const tables = joinTables(all);
  for (const [name, { kept: why }] of tables) {
    if (why !== 'books') continue;
    const { rows } = await sql`select from ${sql.table(name)} where ${isOf(tables, name, userId)} limit 1`.execute(tx);
    if (rows.length > 0) kept.add(why);
  }
  return kept;
}

async function findRecord(
  ctx: Context,
  tx: Tx,
  all: readonly PersonalData[],
  userId: string,
): Promise<Leaver['record']> {
  const photoIds: string[] = [];
  let isKept = false;
  for (const data of all) {
    const found = (await data.findRecord?.(ctx, tx, userId)) ?? null;
    isKept ||= found !== null;
    photoIds.push(...(found ?? []));
  }
  return isKept ? { photoIds } : null;
}

const stays = (kept: string | undefined, { record }: Leaver): boolean =>
  kept !== undefined && (kept !== 'record' || record !== null);

/** Returns the ids of the person's images that do not belong to the record that the law requires us to keep. */
async function findPictures(tx: Tx, tables: PersonalTables, { userId, record }: Leaver): Promise<string[]> {
  if (!record) return [];
  const { rows } = await sql<{ id: string }>`select id from photo_objects where ${isOf(tables, 'photo_objects', userId)}
    and deleted_at is null and id <> all(${[...record.photoIds]}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Orders tables so that rows that refer to another row are deleted before that row. The reason is that the owner of a
 * row is found through the row to which it refers.
 */
function childrenFirst(tables: PersonalTables, names: readonly string[]): string[] {
  const depth = (name: string): number => {
    const parent = tables.get(name)?.of.split('>')[1]?.split('.')[0];
    return parent ? depth(parent) + 1 : 0;
  };
  return names.toSorted((a, b) => depth(b) - depth(a));
}

async function forgetMentions(tx: Tx, mentions: ReadonlyMap<string, readonly string[]>, userId: string): Promise<void> {
  for (const [table, columns] of mentions)
    for (const column of columns)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${userId}`.execute(
        tx,
      );
}

/** Deletes traces in the platform's tables: delivered events, and stored responses for repeated requests. */
async function forgetTraces(tx: Tx, userId: string): Promise<void> {
  await sql`delete from outbox where processed_at is not null and (payload::text like ${`%${userId}%`} or idempotency_key like ${`%${userId}%`})`.execute(
    tx,
  );
  await sql`delete from idempotency_keys where scope = ${userId} or response::text like ${`%${userId}%`}`.execute(tx);
}
