import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { createFolderStore } from '../storage/folder-store.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { createEarlierAssets } from './earlier-assets.ts';
import type { SiteFile } from './site.ts';
import { fetchRaw, serviceOver } from './test-service.ts';

const DAY_MS = 86_400_000;
const key = Buffer.alloc(32, 2);

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-releases-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts a release with one image and one script. The script contains the name of the release. */
function aRelease(
  objects: ObjectStore,
  { name, now = new Date(), linkKey = key, warn = vi.fn<() => void>() }: Options,
) {
  const folder = aFolder();
  const script = join(folder, 'app.js');
  writeFileSync(`${script}.br`, brotliCompressSync(name));
  writeFileSync(join(folder, 'a.png'), 'png');
  const file = { type: 'text/javascript; charset=utf-8', size: 3, etag: '', hashes: { scripts: [], styles: [] } };
  const files = new Map<string, SiteFile>([
    [`/assets/app-${name}.js`, { ...file, path: script, br: 3 }],
    [`/assets/a-${name}.png`, { ...file, path: join(folder, 'a.png'), type: 'image/png' }],
    ['/home/index.html', { ...file, path: '/nowhere' }],
  ]);
  const clock = { now: () => now };
  const assets = createEarlierAssets({ site: { files }, objects, key: linkKey, clock, log: { warn } });
  onTestFinished(assets.stop);
  return { ...assets, warn };
}
interface Options {
  readonly name: string;
  readonly now?: Date;
  readonly linkKey?: Buffer;
  readonly warn?: () => void;
}

async function namesIn(objects: ObjectStore): Promise<string[]> {
  const names = [];
  for await (const { key: name } of objects.list('releases/')) if (!name.includes('.part')) names.push(name);
  return names;
}
const untilKept = (objects: ObjectStore, count: number) =>
  vi.waitFor(async () => expect(await namesIn(objects)).toHaveLength(count));

test('a page of the previous release gets its files from the service of the next release', async () => {
  const dir = aFolder();
  aRelease(createFolderStore(dir), { name: 'before' });
  await untilKept(createFolderStore(dir), 1);
  const { base, get } = await serviceOver(await freshDatabase(), { storage: { kind: 'folder', dir }, linkKey: key });
  const answer = await fetchRaw(`${base}/assets/app-before.js`, 'identity');
  expect(answer).toEqual({ encoding: undefined, text: 'before' });
  const picture = await get('/assets/a-before.png');
  expect([picture.status, picture.headers.get('content-type'), await picture.text()]).toEqual([
    200,
    'image/png',
    'png',
  ]);
  const script = await get('/assets/app-before.js');
  expect((await fetchRaw(script.url, 'br')).encoding).toBe('br');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('vary')).toContain('Accept-Encoding');
  expect((await get('/assets/app-never.js')).status).toBe(404);
});

test('a release is deleted a week after it was last served', async () => {
  const dir = aFolder();
  const objects = createFolderStore(dir);
  const now = new Date();
  aRelease(objects, { name: 'before' });
  await untilKept(objects, 1);
  const [before = ''] = await namesIn(objects);
  const servedDaysAgo = (days: number) => {
    const at = new Date(now.getTime() - days * DAY_MS);
    utimesSync(join(dir, before), at, at);
  };
  servedDaysAgo(6.9);
  const after = aRelease(objects, { name: 'after' });
  await untilKept(objects, 2);
  expect((await after.find('/assets/app-before.js', ''))?.body.toString()).toBe('before');
  servedDaysAgo(7.1);
  aRelease(objects, { name: 'last' });
  await vi.waitFor(async () => expect(await namesIn(objects)).not.toContain(before));
});

test('a file that someone else put into the store is not served', async () => {
  const objects = createFolderStore(aFolder());
  aRelease(objects, { name: 'forged', linkKey: Buffer.alloc(32, 9) });
  await untilKept(objects, 1);
  const ours = aRelease(objects, { name: 'ours' });
  expect(await ours.find('/assets/app-forged.js', 'br')).toBeUndefined();
  expect(ours.warn).toHaveBeenCalled();
});

test('a stored release that cannot be decrypted hides no other release, and is logged once', async () => {
  const objects = createFolderStore(aFolder());
  await objects.put('releases/0', Buffer.from('not sealed'));
  aRelease(objects, { name: 'before' });
  await untilKept(objects, 2);
  const now = new Date();
  const list = async function* (prefix: string) {
    const found = await Array.fromAsync(objects.list(prefix));
    yield* found.sort((a, b) => a.key.localeCompare(b.key));
  };
  const ours = aRelease({ ...objects, list }, { name: 'ours', now });
  await untilKept(objects, 3);
  expect((await ours.find('/assets/a-before.png', ''))?.body.toString()).toBe('png');
  await ours.find('/assets/a-never.png', '');
  now.setTime(now.getTime() + 61_000);
  await ours.find('/assets/a-never.png', '');
  expect(ours.warn).toHaveBeenCalledOnce();
});

test('a stored release that could not be read once is found a minute later', async () => {
  const objects = createFolderStore(aFolder());
  aRelease(objects, { name: 'before' });
  await untilKept(objects, 1);
  const now = new Date();
  const get = vi.fn<typeof objects.get>(objects.get).mockRejectedValueOnce(new Error('away'));
  const ours = aRelease({ ...objects, get }, { name: 'ours', now });
  expect(await ours.find('/assets/a-before.png', '')).toBeUndefined();
  expect(await ours.find('/assets/a-before.png', '')).toBeUndefined();
  expect(ours.warn).toHaveBeenCalledOnce();
  now.setTime(now.getTime() + 61_000);
  expect((await ours.find('/assets/a-before.png', ''))?.body.toString()).toBe('png');
});

test('many requests share one read of each stored release, and releases are read one at a time', async () => {
  const objects = createFolderStore(aFolder());
  const names = ['first', 'second', 'third', 'fourth'];
  for (const name of names) aRelease(objects, { name });
  await untilKept(objects, names.length);
  let reads = 0;
  let atOnce = 0;
  let most = 0;
  const get = async (name: string) => {
    reads++;
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const found = await objects.get(name);
    atOnce--;
    return found;
  };
  const { find } = aRelease({ ...objects, get }, { name: 'ours' });
  await find('/assets/a-first.png', '');
  reads = 0;
  const asked = Array.from({ length: 10 }, () => names).flat();
  const found = await Promise.all(asked.map((name) => find(`/assets/app-${name}.js`, '')));
  expect(found.map((asset) => asset?.body.toString())).toEqual(asked);
  expect(reads).toBeLessThanOrEqual(names.length);
  expect(most).toBe(1);
});

test('a changed response does not change the stored file, and a file is decompressed once', async () => {
  const objects = createFolderStore(aFolder());
  aRelease(objects, { name: 'before' });
  await untilKept(objects, 1);
  const { find } = aRelease(objects, { name: 'ours' });
  for (const [address, accepted] of [
    ['/assets/a-before.png', ''],
    ['/assets/app-before.js', 'br'],
  ] as const) {
    const before = Buffer.from((await find(address, accepted))?.body ?? '');
    (await find(address, accepted))?.body.fill(0);
    expect((await find(address, accepted))?.body).toEqual(before);
  }
  const [one, other] = [await find('/assets/app-before.js', ''), await find('/assets/app-before.js', '')];
  expect(one?.body.toString()).toBe('before');
  expect(other?.body).toBe(one?.body);
});

test('while the store is down, the service lacks only the files of earlier releases', async () => {
  const away = () => Promise.reject(new Error('away'));
  const list = (): AsyncIterable<never> => ({ [Symbol.asyncIterator]: () => ({ next: away }) });
  const objects: ObjectStore = { ...createFolderStore('/nowhere'), put: away, list };
  const { find, warn } = aRelease(objects, { name: 'ours' });
  expect(await find('/assets/app-before.js', '')).toBeUndefined();
  expect(warn).toHaveBeenCalled();
});
