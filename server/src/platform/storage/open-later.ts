import type { ObjectStore } from './object-store.ts';

/**
 * Creates a store that is opened at its first use. Opening may load a library that a service without such a store never
 * needs.
 */
export function openLater(open: () => Promise<ObjectStore>): ObjectStore {
  let opened: Promise<ObjectStore> | undefined;
  const store = (): Promise<ObjectStore> => (opened ??= open());
  return {
    put: async (key, bytes) => (await store()).put(key, bytes),
    get: async (key) => (await store()).get(key),
    delete: async (key) => (await store()).delete(key),
    room: async () => (await store()).room(),
    async *list(prefix) {
      yield* (await store()).list(prefix);
    },
  };
}
