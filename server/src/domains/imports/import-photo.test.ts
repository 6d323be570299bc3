import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { facePath } from '#tools/demo/faces.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aCase, aPicture } from '../../../test/a-case.ts';
import { aWorld } from '../../../test/world.ts';
import { findPose, poseAt } from './find-pose.ts';

const NOW = new Date('2026-06-10T09:00:00Z');

async function anImport(ground: 'care' | 'consent', email: string) {
  const world = await aWorld({ now: NOW });
  const admin = world.browserOf(await world.admin());
  const import_id = randomUUID();
  const post = (name: string, input: object = {}) => admin.post(`/rpc/admin_${name}`, { import_id, ...input });
  const settle = async () => {
    for (const { name, payload } of world.sentJobs.splice(0))
      if (name.startsWith('imports.')) await world.jobs.runNow(name, payload);
  };
  const start = { name: 'a.csv', ground, ground_note: 'Same clinic', date_order: 'ymd', country: 'FR', language: 'en' };
  await post('start_import', { ...start, expected: 1 });
  const cells = { email, first_name: 'Anna', last_name: 'Petit', birth_date: '1980-05-03', reference: 'P-1' };
  await post('add_import_rows', { rows: [{ line: 2, cells }] });
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

test('a photo goes to its patient by number or e-mail, once, and an undo removes it', { timeout: 60_000 }, async () => {
  const { world, send, photos, post, settle } = await anImport('care', 'anna@example.org');
  const picture = await aPicture(10);
  expect((await send({ pose: 'left' }, picture)).json).toEqual({ outcome: 'made' });
  expect((await send({ pose: 'left' }, picture)).json).toEqual({ outcome: 'duplicate' });
  expect((await send({ patient: 'ANNA@example.org', pose: 'front' }, await aPicture(11))).json.outcome).toBe('made');
  const [one] = await photos();
  // A picture without a face: the file named the pose, and nobody has seen it.
  expect(one).toMatchObject({ pose: 'left', is_verified: false, taken_on: '2024-05-03', ground: 'care' });
  const { rows } = await world.database.owner.query('select path from photo_objects');
  expect(JSON.stringify(rows)).not.toContain('Anna');

  await post('undo_import');
  await settle();
  expect(await photos()).toEqual([]);
  const { rows: keys } = await world.database.owner.query('select 1 from person_keys where wrapped_key is not null');
  expect(keys).toEqual([]);
});

test('a photo is refused with the rule that it broke', async () => {
  const { send, photos } = await anImport('care', 'anna@example.org');
  const picture = await aPicture(12);
  const codeOf = async (fields: Record<string, string>, bytes = picture) => (await send(fields, bytes)).json.code;
  expect(await codeOf({ patient: 'P-2' })).toBe('IMPORT_NO_PATIENT');
  expect(await codeOf({ taken_on: '2026-06-11' })).toBe('IMPORT_PHOTO_DATE');
  expect(await codeOf({})).toBe('IMPORT_NO_FACE');
  expect(await codeOf({ pose: 'front' }, Buffer.from('<svg/>'))).toBe('PHOTO_NOT_A_PICTURE');
  expect(await codeOf({ pose: 'front' }, picture.subarray(0, picture.length / 2))).toBe('PHOTO_TRUNCATED');
  expect(await photos()).toEqual([]);
});

test('under the ground of consent each photo names its form', async () => {
  const { send } = await anImport('consent', 'anna@example.org');
  expect((await send({ pose: 'front' }, await aPicture(13))).json.code).toBe('IMPORT_CONSENT_MISSING');
  const signed = { pose: 'front', consent_reference: 'Form 7' };
  expect((await send(signed, await aPicture(13))).json).toEqual({ outcome: 'made' });
});

test('the doctor in charge sees the photo, another doctor sees nothing', async () => {
  const { world, send } = await anImport('care', 'anna@example.org');
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  const person = await world.db.selectFrom('users').select('email').where('id', '=', patient.userId).executeTakeFirst();
  expect((await send({ patient: person?.email ?? '', pose: 'right' }, await aPicture(14))).json.outcome).toBe('made');
  const ask = (who: typeof doctor) => world.browserOf(who).post('/rpc/get_case_background', { case_id: caseId });
  await world.browserOf(doctor).post('/rpc/take_case', { case_id: caseId });
  const { json } = await ask(doctor);
  expect(json.imported_photos).toMatchObject([{ pose: 'right', taken_on: '2024-05-03' }]);
  expect((await world.browserOf(doctor).get(json.imported_photos[0].thumb_url)).status).toBe(200);
  expect((await ask(await world.practitioner())).status).toBe(404);
});

test('the engine finds the pose', async () => {
  for (const pose of ['front', 'right', 'left'] as const)
    expect(await findPose(readFileSync(facePath('A', pose))), pose).toBe(pose);
  expect(await findPose(await aPicture(15))).toBeNull();
  expect([-19, -18, 0, 18, 19].map(poseAt)).toEqual(['left', 'front', 'front', 'front', 'right']);
});
