import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ImportCells } from '#contract/imports.ts';
import { facePath } from '#tools/demo/faces.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aCase, aPicture, someBirthDate } from '../../../test/a-case.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { findPose, poseAt } from './find-pose.ts';

const NOW = new Date('2026-06-10T09:00:00Z');

const anna = {
  email: 'anna@example.org',
  first_name: 'Anna',
  last_name: 'Petit',
  birth_date: '1980-05-03',
  reference: 'P-1',
} as const satisfies ImportCells;

async function anImport(ground: 'care' | 'consent', rows: readonly ImportCells[] = [anna], given?: World) {
  const world = given ?? (await aWorld({ now: NOW }));
  const admin = world.browserOf(await world.admin());
  const import_id = randomUUID();
  const post = (name: string, input: object = {}) => admin.post(`/rpc/admin_${name}`, { import_id, ...input });
  const settle = async () => {
    for (const { name, payload } of world.sentJobs.splice(0))
      if (name.startsWith('imports.')) await world.jobs.runNow(name, payload);
  };
  const start = { name: 'a.csv', ground, ground_note: 'Same clinic', date_order: 'ymd', country: 'FR', language: 'en' };
  await post('start_import', { ...start, expected: rows.length });
  await post('add_import_rows', { rows: rows.map((cells, at) => ({ line: at + 2, cells })) });
  for (const step of ['check_import', 'run_import']) {
    await post(step);
    await settle();
  }
  const send = (fields: Record<string, string>, bytes: Buffer) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ import_id, patient: 'P-1', taken_on: '2024-05-03', ...fields }))
      form.set(name, value);
    form.set('file', new Blob([new Uint8Array(bytes)]), 'Anna Petit.jpg');
    return admin.postForm('/rpc/admin_import_photo', form);
  };
  const photos = () =>
    withSystem(world.system, (tx) => tx.selectFrom('imported_photos').selectAll().orderBy('taken_on').execute());
  return { world, send, photos, post, settle };
}

test('an imported photo for a known number or email is stored once, and can be undone', {
  timeout: 60_000,
}, async () => {
  const { world, send, photos, post, settle } = await anImport('care');
  const picture = await aPicture(10);
  expect((await send({ pose: 'left' }, picture)).json).toEqual({ outcome: 'made' });
  expect((await send({ pose: 'left' }, picture)).json).toEqual({ outcome: 'duplicate' });
  expect((await send({ patient: 'ANNA@example.org', pose: 'front' }, await aPicture(11))).json.outcome).toBe('made');
  const [one] = await photos();
  // The engine finds no face in this image, so the pose that was sent is stored, and the photo is unverified.
  expect(one).toMatchObject({ pose: 'left', is_verified: false, taken_on: '2024-05-03', ground: 'care' });
  const paths = await withSystem(world.system, (tx) => tx.selectFrom('photo_objects').select('path').execute());
  expect(paths).toHaveLength(2);
  expect(JSON.stringify(paths)).not.toContain('Anna');
  const keys = () =>
    withSystem(world.system, (tx) =>
      tx.selectFrom('person_keys').select('id').where('wrapped_key', 'is not', null).execute(),
    );
  expect(await keys()).toHaveLength(1);

  await post('undo_import');
  await settle();
  expect(await photos()).toEqual([]);
  expect(await keys()).toEqual([]);
});

test('a refused photo of an import names the rule that it breaks', async () => {
  const { send, photos } = await anImport('care');
  const picture = await aPicture(12);
  const codeOf = async (fields: Record<string, string>, bytes = picture) => (await send(fields, bytes)).json.code;
  expect(await codeOf({ patient: 'P-2' })).toBe('IMPORT_NO_PATIENT');
  expect(await codeOf({ taken_on: '2026-06-11' })).toBe('IMPORT_PHOTO_DATE');
  expect(await codeOf({})).toBe('IMPORT_NO_FACE');
  expect(await codeOf({ pose: 'front' }, Buffer.from('<svg/>'))).toBe('PHOTO_NOT_A_PICTURE');
  expect(await codeOf({ pose: 'front' }, picture.subarray(0, picture.length / 2))).toBe('PHOTO_TRUNCATED');
  expect(await photos()).toEqual([]);
});

test('an import accepts the current day in Paris, and refuses the next day', async () => {
  // In Paris it is 11 June, 0:30.
  const world = await aWorld({ now: new Date('2026-06-10T22:30:00Z') });
  const treatedOn = (treated_on: string) => ({ ...anna, treatment: 'Botox', treated_on });
  const { send, post } = await anImport('care', [treatedOn('2026-06-11'), treatedOn('2026-06-12')], world);
  expect((await post('list_import_rows')).json.rows).toMatchObject([
    { outcome: 'new', codes: [] },
    { outcome: 'refused', codes: ['treated_in_future'] },
  ]);
  const picture = await aPicture(14);
  expect((await send({ pose: 'front', taken_on: '2026-06-12' }, picture)).json.code).toBe('IMPORT_PHOTO_DATE');
  expect((await send({ pose: 'front', taken_on: '2026-06-11' }, picture)).json).toEqual({ outcome: 'made' });
});

test('if an import is based on consent, each of its photos must name the signed form', async () => {
  const { send } = await anImport('consent');
  expect((await send({ pose: 'front' }, await aPicture(13))).json.code).toBe('IMPORT_CONSENT_MISSING');
  const signed = { pose: 'front', consent_reference: 'Form 7' };
  expect((await send(signed, await aPicture(13))).json).toEqual({ outcome: 'made' });
});

test('an imported photo is stored only for people whom its own import created or recognised', async () => {
  const world = await aWorld({ now: NOW });
  await world.patient({ birth_date: null, email: 'uninvolved@example.org', first_name: 'Una', last_name: 'Roux' });
  await world.patient({ birth_date: null, email: 'other@example.org', first_name: 'Marie', last_name: 'Roux' });
  await world.patient({ birth_date: null, email: 'known@example.org', first_name: 'Zoé', last_name: 'Roux' });
  await anImport('care', [{ ...anna, email: 'earlier@example.org', reference: 'P-0' }], world);
  const cells = { last_name: 'Roux', birth_date: '1990-01-02' };
  const { send, photos } = await anImport(
    'care',
    [
      anna,
      { ...cells, email: 'other@example.org', first_name: 'Lucie' },
      { ...cells, email: 'known@example.org', first_name: 'Zoe' },
      { ...cells, email: 'twin@example.org', first_name: 'Tom', reference: 'anna@example.org' },
    ],
    world,
  );
  const outcomeOf = async (patient: string) => {
    const { json } = await send({ patient, pose: 'front' }, await aPicture(16));
    return json.code ?? json.outcome;
  };
  expect(await outcomeOf('uninvolved@example.org')).toBe('IMPORT_NO_PATIENT');
  expect(await outcomeOf('other@example.org')).toBe('IMPORT_NO_PATIENT');
  expect(await outcomeOf('earlier@example.org')).toBe('IMPORT_NO_PATIENT');
  expect(await outcomeOf('P-0')).toBe('IMPORT_NO_PATIENT');
  // The email in the row belongs to one person, and the patient number belongs to another.
  expect(await outcomeOf('anna@example.org')).toBe('IMPORT_NO_PATIENT');
  expect(await photos()).toEqual([]);
  expect(await outcomeOf('known@example.org')).toBe('made');
  world.clock.advance(24 * 3_600_000);
  expect(await outcomeOf('P-1')).toBe('IMPORT_CLOSED');
});

async function aCaseWithImportedPhoto() {
  const world = await aWorld({ now: NOW });
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  const { email, first_name, last_name } = await world.db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', patient.userId)
    .executeTakeFirstOrThrow();
  const { send, photos } = await anImport('care', [{ email, first_name, last_name, birth_date: someBirthDate }], world);
  expect((await send({ patient: email, pose: 'right' }, await aPicture(14))).json.outcome).toBe('made');
  return { world, doctor, patient, caseId, photos };
}

test('links to imported photos expire with the emergency access, and the audit log names the photos', async () => {
  const { world, doctor, patient, caseId, photos } = await aCaseWithImportedPhoto();
  await world.browserOf(doctor).post('/rpc/take_case', { case_id: caseId });
  const other = world.browserOf(await world.practitioner());
  const why = { reason: 'covering', note: 'Dr Vasseur is away until Monday' };
  expect((await other.post('/rpc/open_case', { case_id: caseId, ...why })).status).toBe(200);
  world.clock.advance(59 * 60_000);
  const { imported_photos } = (await other.post('/rpc/get_case_background', { case_id: caseId })).json;
  const picture = async () => (await world.browser().get(imported_photos[0]?.url ?? '')).status;
  expect(await picture()).toBe(200);
  world.clock.advance(2 * 60_000);
  expect(await picture()).toBe(404);
  const looks = await world.db
    .selectFrom('audit_log')
    .select(['patient_id', 'details'])
    .where('action', '=', 'photo.viewed')
    .execute();
  const [photo] = await photos();
  expect(looks).toMatchObject([{ patient_id: patient.userId, details: { photos: [photo?.id] } }]);
  expect(looks[0]?.details).toHaveProperty('opening');
});

test('the doctor in charge sees the imported photo, and another doctor does not', async () => {
  const { world, doctor, caseId } = await aCaseWithImportedPhoto();
  const ask = (who: typeof doctor) => world.browserOf(who).post('/rpc/get_case_background', { case_id: caseId });
  await world.browserOf(doctor).post('/rpc/take_case', { case_id: caseId });
  const { json } = await ask(doctor);
  expect(json.imported_photos).toMatchObject([{ pose: 'right', taken_on: '2024-05-03' }]);
  expect((await world.browserOf(doctor).get(json.imported_photos[0].thumb_url)).status).toBe(200);
  expect((await ask(await world.practitioner())).status).toBe(404);
});

test('the doctor and the patient reach every imported photo, page by page', { timeout: 60_000 }, async () => {
  const { world, doctor, patient, caseId, photos } = await aCaseWithImportedPhoto();
  await world.browserOf(doctor).post('/rpc/take_case', { case_id: caseId });
  const [one] = await photos();
  await withSystem(world.system, async (tx) => {
    const all = tx.selectFrom('photo_objects').selectAll();
    const object = await all.where('id', '=', one?.id ?? '').executeTakeFirstOrThrow();
    const ids = Array.from({ length: 69 }, () => randomUUID());
    await tx
      .insertInto('photo_objects')
      .values(ids.map((id) => ({ ...object, id, path: id })))
      .execute();
    const photo = await tx.selectFrom('imported_photos').selectAll().executeTakeFirstOrThrow();
    // All photos but one have the same day, so the order by id decides.
    await tx
      .insertInto('imported_photos')
      .values(ids.map((id, at) => ({ ...photo, id, sha256: id, taken_on: at === 0 ? '2019-02-01' : photo.taken_on })))
      .execute();
  });
  const ask = async (who: typeof doctor, name: string, input: object) =>
    (await world.browserOf(who).post(`/rpc/${name}`, input)).json;
  const first = await ask(doctor, 'get_case_background', { case_id: caseId });
  const rest = await ask(doctor, 'list_imported_photos', { case_id: caseId, after: first.imported_photos_next });
  const own = await ask(patient, 'get_my_imported', {});
  const ownRest = await ask(patient, 'get_my_imported', { after: own.next });
  for (const [page, last] of [
    [first.imported_photos, rest],
    [own.photos, ownRest],
  ]) {
    expect([page.length, last.photos.length, last.next]).toEqual([60, 10, null]);
    expect(new Set([...page, ...last.photos].map(({ id }) => id)).size).toBe(70);
    expect(last.photos.at(-1).taken_on).toBe('2019-02-01');
  }
  const [look] = await world.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'photo.viewed')
    .orderBy('id', 'desc')
    .execute();
  expect(look?.details).toMatchObject({ photos: rest.photos.map(({ id }: { id: string }) => id) });
  const refused = await world
    .browserOf(await world.practitioner())
    .post('/rpc/list_imported_photos', { case_id: caseId, after: first.imported_photos_next });
  expect(refused.status).toBe(404);
});

test('the engine finds the pose of an imported photo', async () => {
  for (const pose of ['front', 'right', 'left'] as const)
    expect(await findPose(readFileSync(facePath('A', pose))), pose).toBe(pose);
  expect(await findPose(await aPicture(15))).toBeNull();
  expect([-19, -18, 0, 18, 19].map(poseAt)).toEqual(['left', 'front', 'front', 'front', 'right']);
});
