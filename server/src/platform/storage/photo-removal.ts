import { sql } from 'kysely';
import { destroyKeys, type Owner } from '../crypto/person-keys.ts';
import { type SystemDb, type Tx, withSystem } from '../db/db.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { objectKey } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';
import { listIdsOf, markDeleted } from './photo-objects.queries.ts';

declare module '../outbox/outbox.ts' {
  interface OutboxEvents {
    'photos.deleted': { ids: string[] };
  }
}

/** PostgreSQL's error code for a row that still refers to the photo by a foreign key. */
const STILL_NAMED = '23503';

/** Marks photos as deleted, so that nobody can read them. Their objects are deleted after the commit. */
export async function remove(tx: Tx, outbox: Outbox, ids: readonly string[]): Promise<void> {
  const gone = await markDeleted(tx, ids, new Date());
  if (gone.length > 0) await outbox.emit(tx, 'photos.deleted', { ids: gone });
}

/** Marks all photos of an owner as deleted and destroys the keys. Returns the number of photos. */
export async function erase(tx: Tx, outbox: Outbox, owner: Owner): Promise<number> {
  const ids = await listIdsOf(tx, owner);
  await remove(tx, outbox, ids);
  await destroyKeys(tx, owner);
  return ids.length;
}

/**
 * Removes the objects, then the rows. If another table still refers to a row, the row is kept and marked as deleted.
 * Repeated calls have no further effect.
 */
export async function removeObjects(system: SystemDb, objects: ObjectStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await Promise.all([objects.delete(objectKey(id, 'full')), objects.delete(objectKey(id, 'thumb'))]);
    await withSystem(system, (tx) =>
      tx.deleteFrom('photo_objects').where('id', '=', id).where('deleted_at', 'is not', null).execute(),
    ).catch((error: { code?: string }) => {
      if (error.code !== STILL_NAMED) throw error;
    });
  }
}

/**
 * Revokes the links to this person's photos, and to photos of people whose data this person viewed in the last 24
 * hours. The change affects other people's rows. A database function therefore makes the change in the current
 * transaction, under any role.
 */
export async function revokeLinks(tx: Tx, userId: string): Promise<void> {
  await sql`select revoke_photo_links(${userId})`.execute(tx);
}

/** Also assigns the lead's key to the user. Links to the lead's photos stay valid. */
export async function adoptLead(tx: Tx, leadId: string, userId: string): Promise<void> {
  await tx.updateTable('person_keys').set({ user_id: userId }).where('lead_id', '=', leadId).execute();
}
