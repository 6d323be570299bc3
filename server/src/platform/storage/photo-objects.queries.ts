import type { ColumnType, Insertable } from 'kysely';
import type { Tx } from '../db/db.ts';
import { type Owner, holderOf } from '../crypto/person-keys.ts';
import type { Bucket, PhotoObject } from './photo-store.ts';

/** Row of table photo_objects (migrations/0004_pictures.sql). */
interface PhotoObjectsTable {
  id: string;
  bucket: Bucket;
  path: string;
  person_key_id: string;
  size: number;
  sha256: string;
  width: number;
  height: number;
  content_type: string;
  created_at: ColumnType<Date, Date | undefined, never>;
  deleted_at: Date | null;
}

declare module '../db/db.ts' {
  interface Database {
    photo_objects: PhotoObjectsTable;
  }
}

const columns = ['id', 'bucket', 'path', 'size', 'sha256', 'width', 'height', 'content_type', 'created_at'] as const;
const qualified = columns.map((column) => `photo_objects.${column}` as const);

/** Selects photos that are not deleted and whose key was not destroyed. */
const living = (tx: Tx) =>
  tx
    .selectFrom('photo_objects')
    .innerJoin('person_keys', 'person_keys.id', 'photo_objects.person_key_id')
    .where('deleted_at', 'is', null)
    .where('destroyed_at', 'is', null);

export const find = (tx: Tx, id: string): Promise<PhotoObject | undefined> =>
  living(tx).select(qualified).where('photo_objects.id', '=', id).executeTakeFirst();

export const findByPath = (tx: Tx, bucket: Bucket, path: string): Promise<PhotoObject | undefined> =>
  living(tx).select(qualified).where('bucket', '=', bucket).where('path', '=', path).executeTakeFirst();

export const findKey = (tx: Tx, id: string) =>
  living(tx)
    .select(['person_keys.id', 'master_key_id', 'wrapped_key', 'link_epoch'])
    .where('photo_objects.id', '=', id)
    .executeTakeFirst();

export const listEpochs = (tx: Tx, ids: readonly string[]) =>
  living(tx).select(['photo_objects.id', 'link_epoch']).where('photo_objects.id', 'in', ids).execute();

export const listIdsOf = async (tx: Tx, owner: Owner): Promise<string[]> => {
  const { column, id } = holderOf(owner);
  const keys = tx.selectFrom('person_keys').select('id').where(column, '=', id);
  const rows = await tx
    .selectFrom('photo_objects')
    .select('id')
    .where('person_key_id', 'in', keys)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
};

export const insert = (tx: Tx, row: Insertable<PhotoObjectsTable>): Promise<PhotoObject> =>
  tx.insertInto('photo_objects').values(row).returning(columns).executeTakeFirstOrThrow();

export async function move(tx: Tx, id: string, to: { bucket: Bucket; path: string }): Promise<void> {
  await tx.updateTable('photo_objects').set(to).where('id', '=', id).where('deleted_at', 'is', null).execute();
}

/** Marks photos as deleted. Returns the ids of the photos that were not deleted before. */
export async function markDeleted(tx: Tx, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .updateTable('photo_objects')
    .set({ deleted_at: now })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
