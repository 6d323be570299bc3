import type { Variant } from './photo-store.ts';

/**
 * Returns the key of a photo's object. Folders named after the first two characters of the id keep each directory
 * small.
 */
export const objectKey = (id: string, variant: Variant): string => `photos/${id.slice(0, 2)}/${id}/${variant}`;

/** Returns the id of the photo that an object belongs to. Null for the remains of an unfinished write. */
export const photoIdOf = (key: string): string | null =>
  /^photos\/\w\w\/([0-9a-f-]{36})\/(full|thumb)$/.exec(key)?.[1] ?? null;
