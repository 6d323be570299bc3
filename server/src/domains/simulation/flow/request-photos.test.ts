import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aDraftedCase, aSignedCase, signing, takePhoto } from '../../../../test/a-case.ts';
import { codeOf } from '../../../../test/code-of.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import {
  assignCase,
  getStudioCase,
  listMyCases,
  listStudioCases,
  releaseCase,
  requestPhotos,
  requestRedo,
  signAndPublish,
  takeCase,
  withdrawPhotoRequest,
} from '../index.ts';
import { getLockedCase } from '../relation/break-glass.ts';

const HOUR_MS = 3_600_000;
const wanted = { poses: ['front'], reason: 'too_dark', note: 'By a window, please.' } as const;
const mine = async (world: World, userId: string) => (await listMyCases(world, userId))[0];

test('photos are requested once, the delivery time is paused, and the patient gets an email without details', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  const before = await mine(world, patient.userId);
  await requestPhotos(world, doctor, caseId, wanted);
  expect(await codeOf(requestPhotos(world, doctor, caseId, wanted))).toBe('PHOTOS_ALREADY_REQUESTED');
  expect((await mine(world, patient.userId))?.photo_request).toMatchObject(wanted);
  const [mail] = await world.mails();
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/dark|window|front/i);

  world.clock.advance(5 * HOUR_MS);
  const photo = await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  const after = await getStudioCase(world, doctor, caseId);
  expect(after.photos.map(({ id }) => id)).toContain(photo);
  expect(after.photo_request).toBeNull();
  expect(new Date(after.due_at).getTime() - new Date(before?.due_at ?? 0).getTime()).toBe(5 * HOUR_MS);
  expect(after.draft).toMatchObject({ version: 2, style: 'natural' });
  expect({ renderings: after.renderings, seal: after.seal }).toEqual({ renderings: [], seal: null });
});

test('a new photo of a pose that was not requested does not end the request', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  await requestPhotos(world, doctor, caseId, { ...wanted, poses: ['front', 'left'] });
  world.clock.advance(HOUR_MS);
  await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  expect((await getStudioCase(world, doctor, caseId)).photo_request).not.toBeNull();
});

test('a request for photos ends if the patient withdraws the consent, so that the patient is not asked any more', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  await requestPhotos(world, doctor, caseId, wanted);
  await world.browserOf(patient).post('/rpc/withdraw_consent', { purpose: 'simulation' });
  await world.outbox.drain();
  expect(await mine(world, patient.userId)).toMatchObject({ status: 'withdrawn', photo_request: null });
});

test('a doctor can continue without the requested photos, and the waiting time is added to the delivery time', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor);
  const asked = await requestPhotos(world, doctor, caseId, wanted);
  world.clock.advance(2 * HOUR_MS);
  const went = await withdrawPhotoRequest(world, doctor, caseId);
  expect(went.photo_request).toBeNull();
  expect(new Date(went.due_at).getTime() - new Date(asked.due_at).getTime()).toBe(2 * HOUR_MS);
});

test('a case that goes back to the queue gets the requested photos, and renderings of old photos cannot be signed', async () => {
  const world = await aWorld();
  const [doctor, colleague] = [await world.practitioner(), await world.practitioner()];
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  const before = await requestPhotos(world, doctor, caseId, wanted);
  await assignCase(world, doctor, caseId, colleague.userId);
  world.clock.advance(3 * HOUR_MS);
  const photo = await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  const taken = await takeCase(world, colleague, caseId);
  expect(taken.photos.map(({ id }) => id)).toContain(photo);
  expect(taken.photo_request).toBeNull();
  expect(new Date(taken.due_at).getTime() - new Date(before.due_at).getTime()).toBe(3 * HOUR_MS);
  expect(taken).toMatchObject({ draft: { version: 2 }, renderings: [], seal: null });
  expect(await codeOf(signAndPublish(world, colleague, signing(caseId, seal)))).toBe('DRAFT_OUTDATED');
});

test('a patient replaces a photo of a released case, and the renderings of the old photo are gone', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  await releaseCase(world, doctor, caseId);
  world.clock.advance(HOUR_MS);
  await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  const taken = await takeCase(world, doctor, caseId);
  expect(taken).toMatchObject({ draft: { version: 2 }, renderings: [], seal: null });
  // Another delivery of the same photos changes nothing.
  await releaseCase(world, doctor, caseId);
  await world.outbox.emit(world.db, 'intake.photosChanged', { user_id: patient.userId });
  await world.outbox.drain();
  expect((await takeCase(world, doctor, caseId)).draft.version).toBe(2);
});

test('a doctor who draws a redo sees the photos that the patient took after the signature', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await requestRedo(world, patient.userId, { case_id: caseId, wishes: 'softer', idempotency_key: randomUUID() });
  world.clock.advance(HOUR_MS);
  const photo = await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  const { photos, draft } = await takeCase(world, doctor, caseId);
  expect(photos.map(({ id }) => id)).toContain(photo);
  expect(draft.version).toBe(2);
});

test('another doctor sees that a case waits for photos before opening it', async () => {
  const world = await aWorld();
  const [doctor, colleague] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  expect(await getLockedCase(world, colleague, caseId)).toMatchObject({ is_waiting_for_photos: false });
  await requestPhotos(world, doctor, caseId, wanted);
  expect(await getLockedCase(world, colleague, caseId)).toMatchObject({ is_waiting_for_photos: true });
});

test('a signature ends the request for photos, so that a redo does not wait for them', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await requestPhotos(world, doctor, caseId, wanted);
  await signAndPublish(world, doctor, signing(caseId, seal));
  expect((await mine(world, patient.userId))?.photo_request).toBeNull();
  const waiting = await listStudioCases(world, doctor, { status: 'published', limit: 5 });
  expect(waiting.rows).toMatchObject([{ id: caseId, is_waiting_for_photos: false }]);
});
