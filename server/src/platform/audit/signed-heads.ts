import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import type { ObjectStore } from '../storage/object-store.ts';

const FOLDER = 'audit/';
const SET_ASIDE = 'audit-before-restore/';

/** An entry of the audit log, with its number and its hash in hex. */
export interface Entry {
  readonly id: number;
  readonly hash: string;
}

/** An entry that was the newest when it was signed, with the service's signature. */
export interface SignedHead extends Entry {
  /** Name of the head's file. A name is never reused. */
  readonly name: string;
  readonly signed_at: Date;
  readonly isGenuine: boolean;
}

const Stored = z.object({ id: z.number().int(), hash: z.string(), signed_at: z.string(), signature: z.base64() });

/**
 * Signed heads of the audit log, stored next to the photos. A head is signed with Ed25519, so a person who can change
 * only the database cannot forge it. A check therefore notices if an entry up to the newest head was removed or
 * rewritten. A file is never overwritten and its name is never reused, so a backup only has to copy new files.
 */
export interface SignedHeads {
  /** Fingerprint of the signing key. */
  readonly key: string;
  /** Signs an entry and returns the name of the head. */
  sign(entry: Entry): Promise<string>;
  has(name: string): Promise<boolean>;
  /** Returns the head that was signed last. Returns null if there is none. */
  newest(): Promise<SignedHead | null>;
  /** Returns every head, the oldest entry first. */
  list(): Promise<SignedHead[]>;
  /** Removes the heads of entry `id` and of all earlier entries, because the log has deleted these entries. */
  forget(id: number): Promise<void>;
  /**
   * Moves aside the heads of all entries after entry `id`, because a restored database lacks these entries. Returns the
   * number of moved heads.
   */
  setAside(id: number): Promise<number>;
}

export interface SignedHeadsParts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** Seed of the Ed25519 key, 32 bytes. */
  readonly seed: Buffer;
}

/** The bytes before the seed in a PKCS #8 file (RFC 8410). */
const PKCS8_BEGIN = Buffer.from('302e020100300506032b657004220420', 'hex');

export function createSignedHeads({ objects, clock, seed }: SignedHeadsParts): SignedHeads {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_BEGIN, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  return {
    key: createHash('sha256')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest('hex')
      .slice(0, 16),
    has: async (name) => Boolean(await objects.get(FOLDER + name)),
    async sign({ id, hash }) {
      const signed_at = clock.now().toISOString();
      const signature = sign(null, wordsOf({ id, hash, signed_at }), privateKey).toString('base64');
      const name = `${signed_at.replaceAll(':', '-')}-${id}.json`;
      await objects.put(FOLDER + name, Buffer.from(JSON.stringify({ id, hash, signed_at, signature })));
      return name;
    },
    async newest() {
      let last = '';
      // A name begins with the time of the signature, so the newest head has the greatest name.
      for await (const { key } of objects.list(FOLDER)) if (key > last) last = key;
      const bytes = last && (await objects.get(last));
      return bytes ? readHead(last, bytes, publicKey) : null;
    },
    async list() {
      const heads: SignedHead[] = [];
      for await (const { key } of objects.list(FOLDER)) {
        const bytes = await objects.get(key);
        if (bytes) heads.push(readHead(key, bytes, publicKey));
      }
      return heads.sort((a, b) => a.id - b.id);
    },
    forget: (id) =>
      eachKey(
        objects,
        (found) => found <= id,
        (key) => objects.delete(key),
      ).then(() => undefined),
    setAside: (id) =>
      eachKey(
        objects,
        (found) => found > id,
        async (key) => {
          const bytes = await objects.get(key);
          if (bytes) await objects.put(SET_ASIDE + key.slice(FOLDER.length), bytes);
          await objects.delete(key);
        },
      ),
  };
}

/** Returns the text that is signed. Its first line makes the signature useless for any other purpose. */
const wordsOf = ({ id, hash, signed_at }: { id: number; hash: string; signed_at: string }): Buffer =>
  Buffer.from(`flaira audit head\n${id}\n${hash}\n${signed_at}`);

function readHead(key: string, bytes: Buffer, publicKey: KeyObject): SignedHead {
  const name = key.slice(FOLDER.length);
  const parsed = Stored.safeParse(jsonOf(bytes));
  if (!parsed.success) return { name, id: 0, hash: '', signed_at: new Date(0), isGenuine: false };
  const { signature, ...head } = parsed.data;
  const isGenuine = verify(null, wordsOf(head), publicKey, Buffer.from(signature, 'base64'));
  return { ...head, name, signed_at: new Date(head.signed_at), isGenuine };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Calls `act` with the storage key of each head whose entry id satisfies `fits`. Returns the number of these heads. */
async function eachKey(
  objects: ObjectStore,
  fits: (id: number) => boolean,
  act: (key: string) => Promise<void>,
): Promise<number> {
  const keys: string[] = [];
  for await (const { key } of objects.list(FOLDER))
    if (fits(Number(/-(\d+)\.json$/.exec(key)?.[1] ?? 0))) keys.push(key);
  for (const key of keys) await act(key);
  return keys.length;
}
