/** A stored object as a listing shows it. */
export interface StoredObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

/**
 * Bytes under a key. Keys are `segment/segment…` of letters, digits, dots, dashes and underscores. An object is whole or absent. After `put`
 * resolves, it survives a loss of power. Before that, no reader sees a part of it.
 */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** The whole object. It is sealed, so no part of it is of use before all of it was checked. Null if there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** Deletes an object. A missing object is not an error. */
  delete(key: string): Promise<void>;
  /** The free space. Nulls if the store has no limit. Throws if the store cannot be reached. */
  room(): Promise<{ readonly free_bytes: number | null; readonly total_bytes: number | null }>;
  /** Every object whose key begins with `prefix`. */
  list(prefix: string): AsyncIterable<StoredObject>;
}

/** The store is not available now: the disk is full, or S3 does not answer. The request was correct and may succeed later. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
}

/** Returns the key itself, or throws a fault: a key can never lead out of its store. */
export function assertKey(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key) || key.length > 500) throw new Error('not an object key');
  return key;
}
