/** A stored object as `list` returns it. */
export interface StoredObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

/**
 * Stores bytes under keys. A key is `segment/segment…` of letters, digits, dots, dashes and underscores. A reader never
 * gets an incomplete object. An object survives a power failure as soon as `put` has resolved.
 */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * Returns the whole object, because sealed bytes can only be used after all of them were checked. Null if there is no
   * object with this key.
   */
  get(key: string): Promise<Buffer | null>;
  /** Deletes an object. A missing object is not an error. */
  delete(key: string): Promise<void>;
  /**
   * Returns the free and the total space in bytes. Both are null if the store has no limit. Throws if the store cannot
   * be reached.
   */
  room(): Promise<{ readonly free_bytes: number | null; readonly total_bytes: number | null }>;
  /** Lists every object whose key begins with `prefix`. */
  list(prefix: string): AsyncIterable<StoredObject>;
}

/**
 * The store is unavailable at the moment, because the disk is full or S3 does not respond. The request was correct and
 * may succeed later.
 */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
}

/** Returns the key, or throws if the key could lead out of the store. */
export function assertKey(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key) || key.length > 500) throw new Error('not an object key');
  return key;
}
