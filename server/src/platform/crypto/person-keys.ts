import { randomUUID } from 'node:crypto';
import { type ColumnType, type Generated, sql } from 'kysely';
import type { MasterKeys } from '../config/config.ts';
import type { Tx } from '../db/db.ts';
import { newDataKey, seal, unseal } from './envelope.ts';

/** Row of table person_keys (migrations/0004_pictures.sql). */
interface PersonKeysTable {
  id: string;
  user_id: string | null;
  lead_id: string | null;
  master_key_id: string | null;
  wrapped_key: Buffer | null;
  link_epoch: Generated<number>;
  created_at: ColumnType<Date, Date | undefined, never>;
  destroyed_at: Date | null;
}

declare module '../db/db.ts' {
  interface Database {
    person_keys: PersonKeysTable;
  }
}

/** The owner of an image. A person without an account is a lead. `adoptLead` assigns the lead to the new account. */
export type Owner = { readonly userId: string } | { readonly leadId: string };

/** A data key in usable form. `key` has 32 bytes and never leaves the process. */
export interface DataKey {
  readonly id: string;
  readonly key: Buffer;
}

/** A data key in its stored form. */
export type WrappedKey = Pick<PersonKeysTable, 'id' | 'master_key_id' | 'wrapped_key'>;

const contextOf = (id: string): string => `person-key:${id}`;

/** Returns the owner's data key, and creates it at the first use. Throws if it was destroyed. */
export async function dataKeyFor(tx: Tx, owner: Owner, keys: MasterKeys): Promise<DataKey> {
  const row = (await findKey(tx, owner)) ?? (await insertKey(tx, owner, keys));
  return { id: row.id, key: unwrap(row, keys) };
}

/**
 * Unwraps the data key in a row of person_keys. Throws if the key was destroyed, or if its master key is not
 * configured.
 */
export function unwrap(row: WrappedKey, keys: MasterKeys): Buffer {
  if (!row.wrapped_key || !row.master_key_id) throw new Error('the data key of this person was destroyed');
  const master = keys.ring.get(row.master_key_id);
  if (!master) throw new Error(`master key ${row.master_key_id} is not configured`);
  return unseal(master, row.wrapped_key, contextOf(row.id));
}

/** Destroys all keys of an owner, including those of adopted leads. This cannot be undone. */
export async function destroyKeys(tx: Tx, owner: Owner): Promise<void> {
  const { column, id } = holderOf(owner);
  await tx
    .updateTable('person_keys')
    .set({
      wrapped_key: null,
      master_key_id: null,
      destroyed_at: sql<Date>`now()`,
      link_epoch: sql<number>`link_epoch + 1`,
    })
    .where(column, '=', id)
    .where('destroyed_at', 'is', null)
    .execute();
}

/**
 * Rewraps up to 500 data keys from an older master key to the current one. Returns the number of keys. Call this
 * function until it returns 0, then retire the older master keys.
 */
export async function rewrapKeys(tx: Tx, keys: MasterKeys): Promise<number> {
  const rows = await tx
    .selectFrom('person_keys')
    .select(['id', 'master_key_id', 'wrapped_key'])
    .where('wrapped_key', 'is not', null)
    .where('master_key_id', '!=', keys.current)
    .limit(500)
    .forUpdate()
    .execute();
  for (const row of rows) {
    await tx
      .updateTable('person_keys')
      .set(wrap(row.id, unwrap(row, keys), keys))
      .where('id', '=', row.id)
      .execute();
  }
  return rows.length;
}

/**
 * Returns the column and the id that a query needs to find every key of an owner, including the keys of adopted leads.
 */
export const holderOf = (owner: Owner): { column: 'user_id' | 'lead_id'; id: string } =>
  'userId' in owner ? { column: 'user_id', id: owner.userId } : { column: 'lead_id', id: owner.leadId };

async function findKey(tx: Tx, owner: Owner): Promise<WrappedKey | undefined> {
  const { column, id } = holderOf(owner);
  const query = tx.selectFrom('person_keys').select(['id', 'master_key_id', 'wrapped_key']);
  const mine = query.where(column, '=', id);
  return ('userId' in owner ? mine.where('lead_id', 'is', null) : mine).executeTakeFirst();
}

/**
 * Creates the key of an owner. If two requests create it at the same time, the second waits for the first and uses its
 * key.
 */
async function insertKey(tx: Tx, owner: Owner, keys: MasterKeys): Promise<WrappedKey> {
  const id = randomUUID();
  const person = 'userId' in owner ? { user_id: owner.userId } : { lead_id: owner.leadId };
  await tx
    .insertInto('person_keys')
    .values({ id, ...person, ...wrap(id, newDataKey(), keys) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await findKey(tx, owner);
  if (!row) throw new Error('no right to the data key of this person');
  return row;
}

function wrap(id: string, key: Buffer, keys: MasterKeys): { wrapped_key: Buffer; master_key_id: string } {
  const master = keys.ring.get(keys.current);
  if (!master) throw new Error(`master key ${keys.current} is not configured`);
  return { wrapped_key: seal(master, key, contextOf(id)), master_key_id: keys.current };
}
