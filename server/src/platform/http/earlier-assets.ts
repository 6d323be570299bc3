import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Logger } from 'pino';
import { seal, unseal } from '../crypto/envelope.ts';
import type { Clock } from '../clock.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { accepts } from './accepted-encoding.ts';
import type { Site, SiteFile } from './site.ts';

const FOLDER = 'releases/';
const HOUR_MS = 3_600_000;
/** Milliseconds for which the files of a replaced release stay available to pages that are still open. */
const KEPT_MS = 7 * 24 * HOUR_MS;
/** Milliseconds after which the running release records again that it is in use. */
const EVERY_MS = 12 * HOUR_MS;
/**
 * Shortest time between two searches for new releases, in milliseconds. The process searches when a requested file is
 * unknown.
 */
const LOOK_AGAIN_MS = 60_000;
/**
 * Largest number of whole releases in memory. A release takes about 5 MB, and as much again if clients request its
 * files without compression.
 */
const MOST_IN_MEMORY = 2;

export interface EarlierAsset {
  readonly type: string;
  readonly body: Buffer;
  readonly encoding?: 'br';
}

export interface EarlierAssets {
  /**
   * Returns a file with a hash in its name that this release no longer has. Undefined if no release of the last week
   * had the file, or if the store is down.
   */
  find(address: string, accepted: string): Promise<EarlierAsset | undefined>;
  stop(): void;
}

interface Parts {
  readonly site: Pick<Site, 'files'>;
  readonly objects: ObjectStore;
  /**
   * The key from which the key of the stored files is derived. A script from the store runs in people's browsers, so
   * someone with write access to the store must not be able to add a script.
   */
  readonly key: Buffer;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** A file of a release: its type, the position of its bytes, and whether they are compressed. */
type Entry = readonly [type: string, start: number, end: number, isCompressed: boolean];
interface Release {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly bytes: Buffer;
  /** Decompressed files by path. A file is decompressed when a client first needs it. */
  readonly plain: Map<string, Promise<Buffer>>;
}
const nothing: Release = { entries: new Map(), bytes: Buffer.alloc(0), plain: new Map() };

/**
 * Stores the hashed files of each release in the object store, as one object per release. The object is deleted when no
 * process has served the release for a week. A page that was opened before a release can therefore still load its own
 * files from any process of the new release.
 */
export function createEarlierAssets({ site, objects, key: linkKey, clock, log }: Parts): EarlierAssets {
  const key = createHmac('sha256', linkKey).update('releases').digest();
  const files = [...site.files].filter(([address]) => address.startsWith('/assets/'));
  const own =
    FOLDER +
    createHash('sha256')
      .update(
        files
          .map(([address]) => address)
          .sort()
          .join('\n'),
      )
      .digest('hex');
  /** For each path of a file, the name of the release that contains the file. */
  const known = new Map<string, string>();
  const seen = new Set([own]);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const warn = (error: unknown): void => log.warn({ err: error }, 'files of earlier releases are not at hand');
  const open = createReader(objects, key, warn);
  const keepOwn = () => keep().catch(warn);
  const timer = setInterval(keepOwn, EVERY_MS).unref();
  if (files.length > 0) void keepOwn();

  return {
    async find(address, accepted) {
      try {
        if (!known.has(address)) await lookAgain();
        const name = known.get(address);
        if (!name) return undefined;
        return await assetOf(await open(name), address, accepted);
      } catch (error) {
        warn(error);
        return undefined;
      }
    },
    stop: () => clearInterval(timer),
  };

  /** Stores this release again, which renews its date. Then deletes releases that no process has renewed for a week. */
  async function keep(): Promise<void> {
    await objects.put(own, seal(key, await pack(files), own));
    for await (const { key: name, modifiedAt } of objects.list(FOLDER))
      if (name !== own && clock.now().getTime() - modifiedAt.getTime() > KEPT_MS) await objects.delete(name);
  }

  function lookAgain(): Promise<void> {
    if (clock.now().getTime() - lookedAt < LOOK_AGAIN_MS) return looking ?? Promise.resolve();
    lookedAt = clock.now().getTime();
    looking = readNames().catch(warn);
    return looking;
  }

  async function readNames(): Promise<void> {
    for await (const { key: name } of objects.list(FOLDER)) {
      if (seen.has(name)) continue;
      try {
        const { entries } = await open(name);
        for (const address of entries.keys()) known.set(address, name);
        seen.add(name);
      } catch (error) {
        // The release stays out of `seen`, so a later call reads it again. The store may only be down for a moment.
        warn(error);
      }
    }
  }
}

/** Creates a function that opens a stored release by name. Recently used releases stay in memory. */
function createReader(objects: ObjectStore, key: Buffer, warn: (error: unknown) => void) {
  const inMemory = new Map<string, Release>();
  /**
   * The reads in progress, by release. All requests for a release wait for the same read. Releases are read one after
   * the other, because a read needs twice the memory of a release.
   */
  const underWay = new Map<string, Promise<Release>>();
  let lastRead: Promise<unknown> = Promise.resolve();
  return open;

  function open(name: string): Promise<Release> {
    const release = inMemory.get(name);
    if (!release) return readOnce(name);
    keepInMemory(name, release);
    return Promise.resolve(release);
  }

  function readOnce(name: string): Promise<Release> {
    const already = underWay.get(name);
    if (already) return already;
    const reading = lastRead.then(() => read(name)).finally(() => underWay.delete(name));
    lastRead = reading.catch(() => undefined);
    underWay.set(name, reading);
    return reading;
  }

  /** Reads a release. Returns an empty release if the object was deleted or never existed. */
  async function read(name: string): Promise<Release> {
    const sealed = await objects.get(name);
    if (!sealed) return nothing;
    try {
      const release = unpack(unseal(key, sealed, name));
      keepInMemory(name, release);
      return release;
    } catch (error) {
      warn(error);
      return nothing;
    }
  }

  function keepInMemory(name: string, release: Release): void {
    inMemory.delete(name);
    inMemory.set(name, release);
    const [oldest] = inMemory.keys();
    if (inMemory.size > MOST_IN_MEMORY && oldest) inMemory.delete(oldest);
  }
}

/** Packs files into one buffer: the length of the list (4 bytes), the list as JSON, then all files. */
async function pack(files: readonly (readonly [string, SiteFile])[]): Promise<Buffer> {
  const entries: [string, Entry][] = [];
  const bodies: Buffer[] = [];
  let start = 0;
  for (const [address, { path, type, br }] of files) {
    const body = await readFile(br === undefined ? path : `${path}.br`);
    entries.push([address, [type, start, start + body.length, br !== undefined]]);
    bodies.push(body);
    start += body.length;
  }
  const list = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  return Buffer.concat([length, list, ...bodies]);
}

function unpack(packed: Buffer): Release {
  const end = 4 + packed.readUInt32BE(0);
  const entries = new Map(JSON.parse(packed.toString('utf8', 4, end)) as [string, Entry][]);
  return { entries, bytes: packed.subarray(end), plain: new Map() };
}

async function assetOf(release: Release, address: string, accepted: string): Promise<EarlierAsset | undefined> {
  const entry = release.entries.get(address);
  if (!entry) return undefined;
  const [type, start, end, isCompressed] = entry;
  // The bytes are copied. A view of them would keep the whole release in memory until a slow client has the response.
  const kept = () => Buffer.from(release.bytes.subarray(start, end));
  if (!isCompressed) return { type, body: kept() };
  if (accepts(accepted, 'br')) return { type, body: kept(), encoding: 'br' };
  const body = release.plain.get(address) ?? promisify(brotliDecompress)(kept());
  release.plain.set(address, body);
  body.catch(() => release.plain.delete(address));
  return { type, body: await body };
}
