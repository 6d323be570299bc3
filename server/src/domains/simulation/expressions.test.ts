import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import { aDraftedCase, aSignedCase, renderAll, signing, takePhoto } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld } from '../../../test/world.ts';
import {
  createShareLink,
  getMySimulation,
  getSharedSimulation,
  getStudioCase,
  listStudioCases,
  requestPhotos,
  signAndPublish,
} from './index.ts';

const kinds = ['front', 'right', 'left', 'smile', 'frown'] as const;

test('expressions are shown to the doctor, but only the poses are drawn and shared', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor, { kinds });
  // The queue counts only the photos of the three poses.
  const { rows } = await listStudioCases(world, doctor, { status: 'mine', filter: 'all', limit: 50 });
  expect(rows[0]?.photo_count).toBe(3);
  const shown = await getStudioCase(world, doctor, caseId);
  expect(shown.photos.map(({ pose }) => pose)).toEqual(['front', 'right', 'left']);
  expect(shown.expressions.map(({ pose }) => pose)).toEqual(['frown', 'smile']);
  const look = await world.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'case.viewed')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(look?.details).toMatchObject({ photos: expect.arrayContaining(shown.expressions.map(({ id }) => id)) });

  await signAndPublish(world, doctor, signing(caseId, seal));
  const { before, signature } = await getMySimulation(world, patient.userId, caseId);
  expect(before.map(({ pose }) => pose)).toEqual(['front', 'right', 'left']);
  expect(signature.is_intact).toBe(true);
  const wanted = { case_id: caseId, days: 1 as const, label: '', idempotency_key: randomUUID() };
  const { url } = await createShareLink(world, patient.userId, wanted);
  const shared = await getSharedSimulation(world, url.split('#')[1] ?? '');
  expect(shared.before.map(({ pose }) => pose)).toEqual(['front', 'right', 'left']);
  // A share link shows images and no doses.
  expect(Object.keys(shared).sort()).toEqual([
    'before',
    'expires_at',
    'practitioner_name',
    'published_at',
    'renderings',
  ]);
});

test('a signature includes the expressions, so that another photo in their place breaks the seal', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor, { kinds });
  await signAndPublish(world, doctor, signing(caseId, seal));
  const other = await takePhoto(world, patient, 'smile');
  const isIntact = async () => (await getMySimulation(world, patient.userId, caseId)).signature.is_intact;
  expect(await isIntact()).toBe(true);
  await withSystem(world.system, (tx) =>
    tx
      .updateTable('signature_photos')
      .set({ photo_id: other })
      .where('case_id', '=', caseId)
      .where('pose', '=', 'smile')
      .execute(),
  );
  expect(await isIntact()).toBe(false);
});

test('a case without expressions is complete', async () => {
  const world = await aWorld();
  const { doctor, caseId } = await aSignedCase(world);
  expect((await getStudioCase(world, doctor, caseId)).expressions).toEqual([]);
});

test('an expression is hidden from other patients, other doctors and visitors', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { kinds, pictures: false });
  const mine = await withUser(world.db, patient.userId, (tx) =>
    tx.selectFrom('photos').select(['id', 'path']).where('pose', '=', 'frown').executeTakeFirstOrThrow(),
  );

  const stranger = world.browserOf(await world.patient());
  const append = await stranger.post('/rpc/append_user_photo', { pose: 'frown', path: mine.path });
  expect([append.status, append.json.code]).toEqual([404, 'NOT_FOUND']);
  expect((await stranger.post('/rpc/get_my_current_set')).json).toEqual([]);
  const colleague = world.browserOf(await world.practitioner());
  const look = await colleague.post('/rpc/get_studio_case', { case_id: caseId });
  expect([look.status, look.json.code]).toEqual([404, 'NOT_FOUND']);
  expect((await world.browser().post('/rpc/get_my_current_set')).status).toBe(401);

  const found = (userId: string) =>
    withUser(world.db, userId, (tx) => tx.selectFrom('photos').select('id').where('id', '=', mine.id).execute());
  expect(await found(patient.userId)).toEqual([{ id: mine.id }]);
  expect(await found((await world.patient()).userId)).toEqual([]);
});

test('a doctor can request one expression, and only a photo of that expression ends the request', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  await requestPhotos(world, doctor, caseId, { poses: ['raised_brows'], reason: 'other', note: '' });
  world.clock.advance(60_000);
  await takePhoto(world, patient, 'smile');
  await world.outbox.drain();
  expect((await getStudioCase(world, doctor, caseId)).photo_request?.poses).toEqual(['raised_brows']);

  const taken = await takePhoto(world, patient, 'raised_brows');
  await world.outbox.drain();
  const after = await getStudioCase(world, doctor, caseId);
  expect(after.photo_request).toBeNull();
  expect(after.expressions.map(({ id }) => id)).toContain(taken);
  expect(await codeOf(renderAll(world, doctor, after, after.draft.version))).toBe('done');
});
