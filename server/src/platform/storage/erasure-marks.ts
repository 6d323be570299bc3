import { createHash } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';

const FOLDER = 'erased/';

/**
 * Marks of erased people, stored next to the photos. If a database is restored from a backup that was made before the
 * erasure, it contains these people again. The marks then show whom to erase. A mark is the SHA-256 of a random id and
 * reveals nothing without that id.
 */
export interface ErasureMarks {
  /** Stores the mark of `userId`. A second call changes nothing. */
  note(userId: string): Promise<void>;
  /** Returns the ids in `userIds` that belong to erased people. */
  findErased(userIds: readonly string[]): Promise<string[]>;
}

export function createErasureMarks(objects: ObjectStore): ErasureMarks {
  return {
    note: (userId) => objects.put(keyOf(userId), Buffer.alloc(0)),
    async findErased(userIds) {
      const marks = new Set<string>();
      for await (const { key } of objects.list(FOLDER)) marks.add(key);
      return userIds.filter((id) => marks.has(keyOf(id)));
    },
  };
}

const keyOf = (userId: string): string => FOLDER + createHash('sha256').update(userId).digest('hex');
