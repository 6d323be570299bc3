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

/** A release with one script, which says its own name, and one picture. */
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

test('a page of the release before gets its files from the service of the next one', async () => {
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

test('a release goes a week after it was last served', async () => {
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

test('nothing is served that somebody else put into the store', async () => {
  const objects = createFolderStore(aFolder());
  aRelease(objects, { name: 'forged', linkKey: Buffer.alloc(32, 9) });
  await untilKept(objects, 1);
  const ours = aRelease(objects, { name: 'ours' });
  expect(await ours.find('/assets/app-forged.js', 'br')).toBeUndefined();
  expect(ours.warn).toHaveBeenCalled();
});

test('a store that is away leaves the service without files of earlier releases only', async () => {
  const away = () => Promise.reject(new Error('away'));
  const list = (): AsyncIterable<never> => ({ [Symbol.asyncIterator]: () => ({ next: away }) });
  const objects: ObjectStore = { ...createFolderStore('/nowhere'), put: away, list };
  const { find, warn } = aRelease(objects, { name: 'ours' });
  expect(await find('/assets/app-before.js', '')).toBeUndefined();
  expect(warn).toHaveBeenCalled();
});
