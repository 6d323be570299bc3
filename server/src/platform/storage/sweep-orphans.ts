import { type SystemDb, type Tx, withSystem } from '../db/db.ts';
import { photoIdOf } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';

const HOUR_MS = 3_600_000;
const BATCH = 500;

/**
 * Removes objects of photos that have no row or are marked as deleted. An interrupted upload leaves objects without a
 * row. Recent objects stay, because their row may not be committed yet.
 *
 * @returns the number of removed objects
 */
export async function sweepOrphans(
  system: SystemDb,
  objects: ObjectStore,
  now: Date,
  olderThan_ms: number = HOUR_MS,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  for await (const { key, modifiedAt } of objects.list('photos/')) {
    if (now.getTime() - modifiedAt.getTime() < olderThan_ms) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    removed += await removeUnnamed(system, objects, batch);
    batch = [];
  }
  return removed + (await removeUnnamed(system, objects, batch));
}

async function removeUnnamed(system: SystemDb, objects: ObjectStore, keys: readonly string[]): Promise<number> {
  const ids = keys.map(photoIdOf).filter((id) => id !== null);
  const rows = ids.length > 0 ? await withSystem(system, (tx) => listLiving(tx, ids)) : [];
  const living = new Set(rows.map((row) => row.id));
  const orphans = keys.filter((key) => !living.has(photoIdOf(key) ?? ''));
  for (const key of orphans) await objects.delete(key);
  return orphans.length;
}

const listLiving = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('photo_objects').select('id').where('id', 'in', ids).where('deleted_at', 'is', null).execute();
