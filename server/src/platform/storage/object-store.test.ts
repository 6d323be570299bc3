import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFakeS3 } from '../../../test/fake-s3.ts';
import { createFolderStore } from './folder-store.ts';
import { type ObjectStore, StoreAwayError } from './object-store.ts';
import { openLater } from './open-later.ts';
import { createS3Store } from './s3-store.ts';

async function aFolderStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-objects-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return createFolderStore(folder);
}

async function aBucket() {
  const s3 = await startFakeS3();
  onTestFinished(s3.stop);
  return s3;
}
const anS3Store = async (): Promise<ObjectStore> => createS3Store((await aBucket()).config);

const bytesOf = async (store: ObjectStore, key: string): Promise<Buffer> => (await store.get(key)) ?? Buffer.alloc(0);

const stores: [string, () => Promise<ObjectStore>][] = [
  ['a folder', aFolderStore],
  ['S3', anS3Store],
  ['S3, opened by the first use', async () => openLater(anS3Store)],
];

describe.each(stores)('objects in %s', (_name, aStore) => {
  test('stored objects are read as they were written, and a second write replaces the first', async () => {
    const store = await aStore();
    await store.put('photos/ab/1/full', Buffer.from('one'));
    await store.put('photos/ab/1/full', Buffer.from('two'));
    expect((await bytesOf(store, 'photos/ab/1/full')).toString()).toBe('two');
  });

  test('an object that does not exist is read as null, and deleting it is no error', async () => {
    const store = await aStore();
    expect(await store.get('photos/ab/none/full')).toBeNull();
    await store.delete('photos/ab/none/full');
    await store.put('photos/ab/1/full', Buffer.from('one'));
    await store.delete('photos/ab/1/full');
    expect(await store.get('photos/ab/1/full')).toBeNull();
  });

  test('all objects with a prefix are listed, page after page', async () => {
    const store = await aStore();
    const keys = ['photos/aa/1/full', 'photos/aa/1/thumb', 'photos/bb/2/full', 'photos/cc/3/full', 'photos/cc/3/thumb'];
    for (const key of [...keys, 'other/1']) await store.put(key, Buffer.from(key));
    const listed: string[] = [];
    for await (const { key, modifiedAt } of store.list('photos/')) {
      listed.push(key);
      expect(modifiedAt.getTime()).toBeGreaterThan(0);
    }
    expect(listed.sort()).toEqual(keys);
  });

  test.each(['../etc/passwd', 'photos/../../x', '/etc/passwd', 'photos//x', '', 'photos/.hidden', 'a\0b'])(
    'no key leads out of the store: %j',
    async (key) => {
      const store = await aStore();
      await expect((async () => store.put(key, Buffer.from('x')))()).rejects.toThrow('not an object key');
      await expect((async () => store.get(key))()).rejects.toThrow('not an object key');
    },
  );
});

test('writing to a folder leaves one private file and no other file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-objects-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = createFolderStore(folder);
  await Promise.all(Array.from({ length: 8 }, (_, i) => store.put('photos/ab/1/full', Buffer.alloc(100_000, i))));
  expect(readdirSync(join(folder, 'photos/ab/1'))).toEqual(['full']);
  const bytes = await bytesOf(store, 'photos/ab/1/full');
  expect(new Set(bytes).size).toBe(1);
});

test.each(['fails', 'hangs'] as const)(
  'an S3 that %s counts as unavailable within seconds, and as available once it responds',
  async (mood) => {
    const s3 = await aBucket();
    const store = createS3Store(s3.config, 400);
    await store.put('photos/ab/1/full', Buffer.from('one'));
    s3.mood = mood;
    const begun = performance.now();
    await expect(store.put('photos/ab/2/full', Buffer.from('two'))).rejects.toThrow(StoreAwayError);
    await expect(store.get('photos/ab/1/full')).rejects.toThrow(StoreAwayError);
    expect(performance.now() - begun).toBeLessThan(5_000);
    s3.mood = 'well';
    expect((await bytesOf(store, 'photos/ab/1/full')).toString()).toBe('one');
    expect(await store.get('photos/ab/2/full')).toBeNull();
  },
);

test('an access key that S3 does not accept counts as our fault, and not as an unavailable store', async () => {
  const s3 = await aBucket();
  s3.mood = 'refuses';
  await expect(createS3Store(s3.config).get('photos/ab/1/full')).rejects.toMatchObject({ name: 'AccessDenied' });
});
