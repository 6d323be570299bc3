import { type DataKey, dataKeyFor, type Owner } from '../crypto/person-keys.ts';
import { seal, unseal } from '../crypto/envelope.ts';
import type { Config } from '../config/config.ts';
import { type SystemDb, withSystem } from '../db/db.ts';
import type { ObjectStore } from './object-store.ts';

const PART_BYTES = 4 * 1024 * 1024;
const FOLDER = 'archives/';

/**
 * Stores files that are too big for memory, in parts of about 4 MB. Each part is encrypted with the data key of the
 * owner. Destroying the key makes the file unreadable. The calling domain stores the owner of each file and the number
 * of its parts.
 */
export interface ArchiveStore {
  /** Writes a file under an id that was never used before. Returns how many parts it has, and its size in bytes. */
  write(owner: Owner, id: string, bytes: AsyncIterable<Uint8Array>): Promise<{ parts: number; bytes: number }>;
  /** Reads the file part by part. Throws if a part is missing or was changed, or if its key was destroyed. */
  read(owner: Owner, id: string, parts: number): AsyncIterable<Buffer>;
  /**
   * Removes the parts of every file whose id `findKept` does not return. It is called after the parts were listed. If
   * the id of a file is stored before its first part, the file is therefore never removed while it is being written.
   */
  sweep(findKept: () => Promise<ReadonlySet<string>>): Promise<void>;
}

export interface ArchiveStoreParts {
  readonly config: Pick<Config, 'photoMasterKeys'>;
  readonly system: SystemDb;
  readonly objects: ObjectStore;
}

export function createArchiveStore({ config, system, objects }: ArchiveStoreParts): ArchiveStore {
  const keyOf = (owner: Owner): Promise<DataKey> =>
    withSystem(system, (tx) => dataKeyFor(tx, owner, config.photoMasterKeys));
  return {
    async write(owner, id, chunks) {
      const { key } = await keyOf(owner);
      let parts = 0;
      let bytes = 0;
      for await (const part of inParts(chunks)) {
        await objects.put(nameOf(id, parts), seal(key, part, contextOf(id, parts)));
        parts++;
        bytes += part.length;
      }
      return { parts, bytes };
    },
    async *read(owner, id, parts) {
      const { key } = await keyOf(owner);
      for (let n = 0; n < parts; n++) {
        const sealed = await objects.get(nameOf(id, n));
        if (!sealed) throw new Error('a part of an archive is missing');
        yield unseal(key, sealed, contextOf(id, n));
      }
    },
    async sweep(findKept) {
      const keys: string[] = [];
      for await (const { key } of objects.list(FOLDER)) keys.push(key);
      const kept = await findKept();
      for (const key of keys) if (!kept.has(key.slice(FOLDER.length).split('/')[0] ?? '')) await objects.delete(key);
    },
  };
}

const nameOf = (id: string, part: number): string => `${FOLDER}${id}/${part}`;
const contextOf = (id: string, part: number): string => `archive:${id}:${part}`;

async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
