/** A stored object as a listing shows it. */
export interface StoredObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

/**
 * Bytes under a key. Keys are `segment/segment…` of letters, digits, dots, dashes and underscores. An object is whole or absent: after `put`
 * resolves it survives a loss of power, and before that no reader sees a part of it.
 */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** The whole object: it is sealed, so no part of it is of use before all of it was checked. Null when there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** Deleting a missing object is no error. */
  delete(key: string): Promise<void>;
  /** How much fits in still; nulls where a store has no end. Throws when the store cannot be reached. */
  room(): Promise<{ readonly free_bytes: number | null; readonly total_bytes: number | null }>;
  /** Every object whose key begins with `prefix`. */
  list(prefix: string): AsyncIterable<StoredObject>;
}

/** The store cannot do it now: the disk is full, S3 does not answer. The request was correct and may succeed later. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
}

/** The key itself, or a fault: a key can never climb out of its store. */
export function assertKey(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key) || key.length > 500) throw new Error('not an object key');
  return key;
}
