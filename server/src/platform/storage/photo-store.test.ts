import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { createAudit } from '../audit/audit.ts';
import type { MasterKeys } from '../config/config.ts';
import { rewrapKeys } from '../crypto/person-keys.ts';
import { withStaff, withSystem, withUser } from '../db/db.ts';
import { ingestPhoto } from '../images/ingest.ts';
import { createOutbox } from '../outbox/create-outbox.ts';
import { createPhotoStore } from './create-photo-store.ts';
import { createFolderStore } from './folder-store.ts';
import type { Owner, SavePhoto } from './photo-store.ts';

const picture = await ingestPhoto(
  await sharp({ create: { width: 700, height: 800, channels: 3, background: '#c9a08c' } })
    .png()
    .toBuffer(),
);
const alice: Owner = { userId: 'alice' };
const aPhoto = (owner: Owner = alice, path = `alice/${randomUUID()}.jpg`): SavePhoto => ({
  owner,
  bucket: 'user-photos',
  path,
  picture,
});

async function aStore() {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-photos-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { db: web, system: db, owner: sql } = await freshDatabase();
  const clock = { time: Date.now(), now: () => new Date(clock.time) };
  const log = pino({ level: 'silent' });
  const config = {
    photoMasterKeys: { current: 'k1', ring: new Map([['k1', randomBytes(32)]]) } as MasterKeys,
    linkKey: randomBytes(32),
  };
  const withKeys = (photoMasterKeys: MasterKeys) => {
    const outbox = createOutbox({ system: db, log });
    const photos = createPhotoStore({
      config: { ...config, photoMasterKeys },
      system: db,
      clock,
      objects: createFolderStore(folder),
      outbox,
    });
    return { photos, outbox };
  };
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return { db, web, sql, clock, config, files, withKeys, ...withKeys(config.photoMasterKeys) };
}

/** Splits a link into the arguments of `open`. */
function follow(url: string): [string, URLSearchParams] {
  const { pathname, searchParams } = new URL(url, 'http://x');
  return [pathname.split('/').at(-1) ?? '', searchParams];
}

test('trust 5: a saved photo is stored encrypted, and read unchanged', async () => {
  const { db, photos, files } = await aStore();
  const saved = await photos.save(db, aPhoto());
  expect(saved).toMatchObject({
    size: picture.jpeg.length,
    sha256: picture.sha256,
    width: 700,
    height: 800,
    bucket: 'user-photos',
    content_type: 'image/jpeg',
  });
  expect((await photos.read(db, saved.id))?.equals(picture.jpeg)).toBe(true);
  expect((await photos.read(db, saved.id, 'thumb'))?.equals(picture.thumb)).toBe(true);
  expect(files()).toHaveLength(2);
  for (const file of files()) {
    const bytes = readFileSync(file);
    expect(bytes.includes(picture.jpeg.subarray(200, 232)) || bytes.includes('JFIF') || bytes.includes('WEBP')).toBe(
      false,
    );
  }
});

test('a photo whose transaction rolls back leaves files, and the cleaning removes only these', async () => {
  const { db, clock, photos, files } = await aStore();
  const kept = await photos.save(db, aPhoto());
  await withSystem(db, async (tx) => {
    await photos.save(tx, aPhoto());
    throw new Error('killed');
  }).catch(() => {});
  writeFileSync(`${files()[0]}.part-0123`, 'half a picture');
  expect(files()).toHaveLength(5);

  expect(await photos.sweepOrphans()).toBe(0);
  clock.time += 2 * 3_600_000;
  expect(await photos.sweepOrphans()).toBe(3);
  expect(files()).toHaveLength(2);
  expect(await photos.read(db, kept.id)).not.toBeNull();
});

test('patients can read only their own photos, and staff none of a patient outside their care', async () => {
  const { web, photos } = await aStore();
  const hers = await withUser(web, 'alice', (tx) => photos.save(tx, aPhoto()));
  expect(await withUser(web, 'bob', (tx) => photos.find(tx, hers.id))).toBeNull();
  expect(await withUser(web, 'bob', (tx) => photos.read(tx, hers.id))).toBeNull();
  expect((await withUser(web, 'bob', (tx) => photos.linksFor(tx, [hers.id]))).size).toBe(0);
  await expect(withUser(web, 'bob', (tx) => photos.save(tx, aPhoto()))).rejects.toThrow('row-level security');
  await withUser(web, 'bob', (tx) => photos.delete(tx, hers.id));
  expect(await withUser(web, 'alice', (tx) => photos.find(tx, hers.id))).not.toBeNull();
  expect(await withStaff(web, 'doctor', (tx) => photos.read(tx, hers.id))).toBeNull();
  const made = { ...aPhoto(), bucket: 'simulations' } as const;
  await expect(withStaff(web, 'doctor', (tx) => photos.save(tx, made))).rejects.toThrow('row-level security');
});

test('a person gets only one encryption key, even if the first photos are saved at the same time', async () => {
  const { db, sql, photos } = await aStore();
  await Promise.all(Array.from({ length: 4 }, () => photos.save(db, aPhoto())));
  expect(
    (
      (await sql.query('set role app_system; select id from person_keys; reset role')) as never as { rows: unknown[] }[]
    )[1]?.rows,
  ).toHaveLength(1);
});

test('a second photo cannot have the same path until the first one is deleted', async () => {
  const { db, photos } = await aStore();
  const first = await photos.save(db, aPhoto(alice, 'alice/front.jpg'));
  await expect(photos.save(db, aPhoto(alice, 'alice/front.jpg'))).rejects.toMatchObject({ code: '23505' });
  await photos.delete(db, first.id);
  const second = await photos.save(db, aPhoto(alice, 'alice/front.jpg'));
  expect((await photos.findByPath(db, 'user-photos', 'alice/front.jpg'))?.id).toBe(second.id);
});

test('trust 6: a link opens one variant of one photo for an hour', async () => {
  const { db, clock, photos } = await aStore();
  const [one, two] = [await photos.save(db, aPhoto()), await photos.save(db, aPhoto())];
  const links = await photos.linksFor(db, [one.id, two.id, randomUUID()]);
  expect(links.size).toBe(2);
  const { url, thumb_url } = links.get(one.id) ?? { url: '', thumb_url: '' };
  expect(await photos.open(...follow(url))).toMatchObject({ contentType: 'image/jpeg', bytes: picture.jpeg });
  expect(await photos.open(...follow(thumb_url))).toMatchObject({ contentType: 'image/webp', bytes: picture.thumb });

  const [, query] = follow(url);
  expect(await photos.open(two.id, query)).toBeNull();
  expect(await photos.open(randomUUID(), query)).toBeNull();
  expect(await photos.open('../../etc/passwd', query)).toBeNull();
  expect(await photos.open(...follow(`${url}&v=thumb`))).toBeNull();
  clock.time += 3_600_000;
  expect(await photos.open(...follow(url))).toBeNull();
  await expect(photos.signedUrl(db, one.id, { expiresIn: 7200 })).rejects.toThrow(RangeError);
});

test('trust 6: revoking the photo links of a person ends those from before the account too, but no new or foreign link', async () => {
  const { db, web, photos } = await aStore();
  const leadId = randomUUID();
  const early = await photos.save(db, aPhoto({ leadId }, `${leadId}/front.jpg`));
  await photos.adoptLead(db, leadId, 'alice');
  const late = await photos.save(db, aPhoto());
  const bobs = await photos.save(db, aPhoto({ userId: 'bob' }, 'bob/front.jpg'));
  const [first, second, other] = await Promise.all([early, late, bobs].map(({ id }) => photos.signedUrl(db, id)));
  await withUser(web, 'alice', async (tx) => {
    await photos.revokeLinks(tx, 'alice');
    // After the call, this transaction has only the rights of alice again.
    expect(await photos.find(tx, bobs.id)).toBeNull();
  });
  for (const link of [first, second]) expect(await photos.open(...follow(link ?? ''))).toBeNull();
  expect(await photos.open(...follow(other ?? ''))).not.toBeNull();
  expect(await photos.open(...follow(await photos.signedUrl(db, late.id)))).not.toBeNull();
});

test('trust 6: revoking a doctor’s links ends the links to photos of the patients that the doctor viewed', async () => {
  const { db, photos } = await aStore();
  const { id } = await photos.save(db, aPhoto());
  const unseen = await photos.save(db, aPhoto({ userId: 'bob' }, 'bob/front.jpg'));
  const [given, elsewhere] = [await photos.signedUrl(db, id), await photos.signedUrl(db, unseen.id)];
  const looked = { actor: 'doctor', actor_role: 'practitioner', action: 'case.viewed', reason: 'treatment' } as const;
  await createAudit(db).record(db, { ...looked, subject: 'case:1', patient_id: 'alice' });
  await db.transaction().execute((tx) => photos.revokeLinks(tx, 'doctor'));
  expect(await photos.open(...follow(given))).toBeNull();
  expect(await photos.open(...follow(elsewhere))).not.toBeNull();
});

test('a deleted photo is unreadable at once; its files are deleted after the commit, and its row after them', async () => {
  const { db, sql, photos, outbox, files } = await aStore();
  const { id } = await photos.save(db, aPhoto());
  const link = await photos.signedUrl(db, id);
  await photos.delete(db, id);
  expect([await photos.find(db, id), await photos.read(db, id), await photos.open(...follow(link))]).toEqual([
    null,
    null,
    null,
  ]);
  expect(files()).toHaveLength(2);
  await outbox.drain();
  expect(files()).toHaveLength(0);
  expect(
    (
      (await sql.query('set role app_system; select id from photo_objects; reset role')) as never as {
        rows: unknown[];
      }[]
    )[1]?.rows,
  ).toEqual([]);
});

test('trust 5: erasing a person deletes all photos, makes copied files unreadable, and refuses new photos', async () => {
  const { db, web, sql, photos, outbox, files } = await aStore();
  const leadId = randomUUID();
  const early = await photos.save(db, aPhoto({ leadId }, `${leadId}/front.jpg`));
  const late = await photos.save(db, aPhoto());
  const bobs = await photos.save(db, aPhoto({ userId: 'bob' }, 'bob/front.jpg'));
  await photos.adoptLead(db, leadId, 'alice');
  expect(await withUser(web, 'alice', (tx) => photos.find(tx, early.id))).not.toBeNull();
  const links = await photos.linksFor(db, [early.id, late.id]);
  const copy = files().map((file) => readFileSync(file));

  expect(await photos.erase(db, alice)).toBe(2);
  await outbox.drain();

  for (const { url } of links.values()) expect(await photos.open(...follow(url))).toBeNull();
  expect(files()).toHaveLength(2);
  expect(copy).toHaveLength(6);
  const keys = (await sql.query(
    `set role app_system; select wrapped_key, master_key_id from person_keys where user_id = 'alice'; reset role`,
  )) as never as { rows: unknown[] }[];
  expect(keys[1]?.rows).toEqual([
    { wrapped_key: null, master_key_id: null },
    { wrapped_key: null, master_key_id: null },
  ]);
  await expect(photos.save(db, aPhoto())).rejects.toThrow('destroyed');
  expect(await photos.read(db, bobs.id)).not.toBeNull();
});

test('reading a photo fails if its stored bytes were changed or swapped with those of another file', async () => {
  const { db, photos, files } = await aStore();
  const { id } = await photos.save(db, aPhoto());
  const full = files().find((file) => file.endsWith(`${id}/full`)) ?? '';
  const thumb = files().find((file) => file.endsWith(`${id}/thumb`)) ?? '';
  const [fullBytes, thumbBytes] = [readFileSync(full), readFileSync(thumb)];
  writeFileSync(full, thumbBytes);
  await expect(photos.read(db, id)).rejects.toThrow('authenticate');
  fullBytes[1000] = (fullBytes[1000] ?? 0) ^ 1;
  writeFileSync(full, fullBytes);
  await expect(photos.read(db, id)).rejects.toThrow('authenticate');
});

test('trust 5: after a change of the master key, old photos stay readable, and then no longer need the old key', async () => {
  const { db, config, photos, withKeys } = await aStore();
  const { id } = await photos.save(db, aPhoto());
  const oldKey = config.photoMasterKeys.ring.get('k1') ?? Buffer.alloc(0);
  const newKey = randomBytes(32);
  const both: MasterKeys = {
    current: 'k2',
    ring: new Map([
      ['k2', newKey],
      ['k1', oldKey],
    ]),
  };
  const onlyNew: MasterKeys = { current: 'k2', ring: new Map([['k2', newKey]]) };

  expect((await withKeys(both).photos.read(db, id))?.equals(picture.jpeg)).toBe(true);
  await expect(withKeys(onlyNew).photos.read(db, id)).rejects.toThrow('master key k1 is not configured');
  expect(await withSystem(db, (tx) => rewrapKeys(tx, both))).toBe(1);
  expect(await withSystem(db, (tx) => rewrapKeys(tx, both))).toBe(0);
  expect((await withKeys(onlyNew).photos.read(db, id))?.equals(picture.jpeg)).toBe(true);
});

test('moving a photo to another bucket and path writes no new file', async () => {
  const { db, photos, files } = await aStore();
  const { id } = await photos.save(db, {
    ...aPhoto({ leadId: randomUUID() }, 'lead/front.jpg'),
    bucket: 'user-uploads',
  });
  await photos.move(db, id, { bucket: 'user-photos', path: 'alice/front.jpg' });
  expect(await photos.findByPath(db, 'user-photos', 'alice/front.jpg')).toMatchObject({ id });
  expect(await photos.findByPath(db, 'user-uploads', 'lead/front.jpg')).toBeNull();
  expect(files()).toHaveLength(2);
});
