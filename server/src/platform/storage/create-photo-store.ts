import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { seal, unseal } from '../crypto/envelope.ts';
import { dataKeyFor, unwrap, type WrappedKey } from '../crypto/person-keys.ts';
import { type SystemDb, type Tx, withSystem } from '../db/db.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { measureStore } from './measure-store.ts';
import { objectKey } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';
import { linksFor, openLink } from './photo-links.ts';
import * as photos from './photo-objects.queries.ts';
import { adoptLead, erase, remove, removeObjects, revokeLinks } from './photo-removal.ts';
import type { PhotoObject, PhotoStore, SavePhoto, Variant } from './photo-store.ts';
import { sweepOrphans } from './sweep-orphans.ts';

export interface PhotoStoreParts {
  readonly config: Pick<Config, 'photoMasterKeys' | 'linkKey'>;
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly objects: ObjectStore;
  readonly outbox: Outbox;
}

/**
 * Returns the encryption context of one photo and variant. Because of the context, encrypted bytes of one photo or
 * variant cannot replace the bytes of another.
 */
const contextOf = (id: string, variant: Variant): string => `photo:${id}:${variant}`;

/** Creates the photo store over the tables person_keys and photo_objects. Subscribes to `photos.deleted`. */
export function createPhotoStore(parts: PhotoStoreParts): PhotoStore {
  const { system, config, objects, outbox, clock } = parts;
  outbox.on('photos.deleted', ({ payload }) => removeObjects(system, objects, payload.ids), {
    name: 'photos',
    lane: 'outward',
  });

  const links: PhotoStore['linksFor'] = (on, ids, options) =>
    scoped(on, (tx) => linksFor(tx, ids, config.linkKey, clock.now(), options?.expiresIn));

  return {
    save: (on, photo) => scoped(on, (tx) => save(parts, tx, photo)),
    find: (on, id) => scoped(on, async (tx) => (await photos.find(tx, id)) ?? null),
    findByPath: (on, bucket, path) => scoped(on, async (tx) => (await photos.findByPath(tx, bucket, path)) ?? null),
    async read(on, id, variant = 'full') {
      const key = await scoped(on, (tx) => photos.findKey(tx, id));
      return key ? load(parts, id, variant, key) : null;
    },
    linksFor: links,
    async signedUrl(on, id, options) {
      const found = (await links(on, [id], options)).get(id);
      if (!found) throw new Error('no such photo');
      return options?.for === 'thumb' ? found.thumb_url : found.url;
    },
    async open(id, query) {
      const found = await withSystem(system, (tx) => openLink(tx, id, query, config.linkKey, clock.now()));
      if (!found) return null;
      const bytes = await load(parts, id, found.variant, found.key);
      return { bytes, contentType: found.variant === 'thumb' ? 'image/webp' : 'image/jpeg' };
    },
    move: (on, id, to) => scoped(on, (tx) => photos.move(tx, id, to)),
    adoptLead: (on, leadId, userId) => scoped(on, (tx) => adoptLead(tx, leadId, userId)),
    delete: (on, id) => scoped(on, (tx) => remove(tx, outbox, [id])),
    revokeLinks: (on, userId) => scoped(on, (tx) => revokeLinks(tx, userId)),
    erase: (on, owner) => scoped(on, (tx) => erase(tx, outbox, owner)),
    measure: () => measureStore(system, objects),
    sweepOrphans: (options) => sweepOrphans(system, objects, clock.now(), options?.olderThan_ms),
  };
}

/**
 * Runs the work in the caller's transaction, with the rights of that transaction. If the caller passes the `SystemDb`
 * handle, opens a transaction of the service itself.
 */
function scoped<T>(on: SystemDb | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTransaction(on) ? work(on) : withSystem(on, work);
}

const isTransaction = (on: SystemDb | Tx): on is Tx => on.isTransaction;

/**
 * Writes the objects first and inserts the row last. An interruption therefore leaves only objects that no row
 * mentions.
 */
async function save(
  { config, objects }: PhotoStoreParts,
  tx: Tx,
  { owner, bucket, path, picture }: SavePhoto,
): Promise<PhotoObject> {
  const id = randomUUID();
  const dataKey = await dataKeyFor(tx, owner, config.photoMasterKeys);
  await Promise.all([
    objects.put(objectKey(id, 'full'), seal(dataKey.key, picture.jpeg, contextOf(id, 'full'))),
    objects.put(objectKey(id, 'thumb'), seal(dataKey.key, picture.thumb, contextOf(id, 'thumb'))),
  ]);
  const { width, height, sha256 } = picture;
  return photos.insert(tx, {
    id,
    bucket,
    path,
    person_key_id: dataKey.id,
    size: picture.jpeg.length,
    sha256,
    width,
    height,
    content_type: 'image/jpeg',
    deleted_at: null,
  });
}

async function load(
  { config, objects }: PhotoStoreParts,
  id: string,
  variant: Variant,
  key: WrappedKey,
): Promise<Buffer> {
  const sealed = await objects.get(objectKey(id, variant));
  if (!sealed) throw new Error('the object of a photo is missing');
  return unseal(unwrap(key, config.photoMasterKeys), sealed, contextOf(id, variant));
}
