import { expect, test } from 'vitest';
import { aDraftedCase, takePhoto } from '../../../../test/a-case.ts';
import { codeOf } from '../../../../test/code-of.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { getStudioCase, listMyCases, requestPhotos, withdrawPhotoRequest } from '../index.ts';

const HOUR_MS = 3_600_000;
const wanted = { poses: ['front'], reason: 'too_dark', note: 'By a window, please.' } as const;
const mine = async (world: World, userId: string) => (await listMyCases(world, userId))[0];

test('requests photos once, pauses the delivery time, and sends an email without details to the patient', async () => {
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

test('lets a doctor continue without the photos, and adds the waiting time to the delivery time', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor);
  const asked = await requestPhotos(world, doctor, caseId, wanted);
  world.clock.advance(2 * HOUR_MS);
  const went = await withdrawPhotoRequest(world, doctor, caseId);
  expect(went.photo_request).toBeNull();
  expect(new Date(went.due_at).getTime() - new Date(asked.due_at).getTime()).toBe(2 * HOUR_MS);
});
