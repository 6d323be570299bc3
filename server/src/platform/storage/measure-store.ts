import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type SystemDb, withSystem } from '../db/db.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * State of the photo store: number and total size of the photos that have a row, and the free space if the store
 * reports it.
 */
export interface StoreState {
  readonly is_reachable: boolean;
  readonly photos: number;
  /** Size of the full images in bytes, before encryption. */
  readonly bytes: number;
  readonly free_bytes: number | null;
  readonly total_bytes: number | null;
}

/** Milliseconds that a store may take to respond. */
const PATIENCE_MS = 3_000;

export async function measureStore(system: SystemDb, objects: ObjectStore): Promise<StoreState> {
  const [counted, room] = await Promise.all([
    withSystem(system, (tx) =>
      tx
        .selectFrom('photo_objects')
        .select([sql<number>`count(*)`.as('photos'), sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes')])
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow(),
    ),
    roomIn(objects),
  ]);
  return { ...counted, is_reachable: room !== 'away', ...(room === 'away' ? UNKNOWN : room) };
}

const UNKNOWN = { free_bytes: null, total_bytes: null };

const roomIn = (objects: ObjectStore) =>
  Promise.race([objects.room().catch(() => 'away' as const), sleep(PATIENCE_MS, 'away' as const, { ref: false })]);
