import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

async function aFolderStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-objects-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return createFolderStore(folder);
}

/** As much of S3 as we speak: put, get, delete, and lists in pages of two. */
async function anS3Store(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const server = createServer((req, res) => void answerAsS3(objects, req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createS3Store({
    kind: 's3',
    endpoint,
    region: 'eu-west-3',
    bucket: 'photos',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
}

async function answerAsS3(objects: Map<string, Buffer>, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '', 'http://s3');
  const key = decodeURIComponent(url.pathname).replace(/^\/photos\/?/, '');
  if (!req.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return void res.writeHead(403).end();
  if (req.method === 'PUT') return void (objects.set(key, await buffer(req)), res.end());
  if (req.method === 'DELETE') return void (objects.delete(key), res.writeHead(204).end());
  if (url.searchParams.has('list-type')) return void res.end(listAsS3(objects, url.searchParams));
  const bytes = objects.get(key);
  if (bytes) return void res.end(bytes);
  res.writeHead(404, { 'Content-Type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
}

function listAsS3(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const page = keys
    .slice(from, from + 2)
    .map((key) => `<Contents><Key>${key}</Key><LastModified>2026-11-20T09:00:00Z</LastModified></Contents>`);
  const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${page.join('')}${next}</ListBucketResult>`;
}

const bytesOf = async (store: ObjectStore, key: string): Promise<Buffer> => (await store.get(key)) ?? Buffer.alloc(0);

const stores: [string, () => Promise<ObjectStore>][] = [
  ['a folder', aFolderStore],
  ['S3', anS3Store],
];

describe.each(stores)('objects in %s', (_name, aStore) => {
  test('come back as they were put, and a second put replaces them', async () => {
    const store = await aStore();
    await store.put('photos/ab/1/full', Buffer.from('one'));
    await store.put('photos/ab/1/full', Buffer.from('two'));
    expect((await bytesOf(store, 'photos/ab/1/full')).toString()).toBe('two');
  });

  test('that do not exist are null, and can be deleted without an error', async () => {
    const store = await aStore();
    expect(await store.get('photos/ab/none/full')).toBeNull();
    await store.delete('photos/ab/none/full');
    await store.put('photos/ab/1/full', Buffer.from('one'));
    await store.delete('photos/ab/1/full');
    expect(await store.get('photos/ab/1/full')).toBeNull();
  });

  test('are all listed by prefix, page after page', async () => {
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
    'no key climbs out: %j',
    async (key) => {
      const store = await aStore();
      await expect((async () => store.put(key, Buffer.from('x')))()).rejects.toThrow('not an object key');
      await expect((async () => store.get(key))()).rejects.toThrow('not an object key');
    },
  );
});

test('a put into a folder leaves one private file and nothing beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-objects-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = createFolderStore(folder);
  await Promise.all(Array.from({ length: 8 }, (_, i) => store.put('photos/ab/1/full', Buffer.alloc(100_000, i))));
  expect(readdirSync(join(folder, 'photos/ab/1'))).toEqual(['full']);
  const bytes = await bytesOf(store, 'photos/ab/1/full');
  expect(new Set(bytes).size).toBe(1);
});
