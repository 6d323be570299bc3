import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import { aDraftedCase, renderAll, signing, somePlan, someRecipes, takePhoto } from '../../../test/a-case.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { getStudioCase, reopenCase, requestPhotos, saveDraft, signAndPublish } from './index.ts';

type Doctor = Awaited<ReturnType<World['practitioner']>>;

/** Makes the patient retake the front photo, and the doctor sign another version with the new photo. */
async function signAfterRetake(world: World, doctor: Doctor, made: Awaited<ReturnType<typeof aDraftedCase>>) {
  const { patient, caseId } = made;
  world.clock.advance(30 * 86_400_000);
  await reopenCase(world, doctor, caseId, 'another month');
  await requestPhotos(world, doctor, caseId, { poses: ['front'], reason: 'expression', note: '' });
  world.clock.advance(60_000);
  await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  const { draft } = await getStudioCase(world, doctor, caseId);
  const content = { style: 'glamour', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
  const saved = await saveDraft(world, doctor, caseId, draft.version, content);
  const seal = await renderAll(world, doctor, await getStudioCase(world, doctor, caseId), saved.version);
  await signAndPublish(world, doctor, signing(caseId, seal, saved.version));
}

test('a doctor sees no earlier photos before the first signature', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  expect((await getStudioCase(world, doctor, caseId)).earlier_sets).toEqual([]);
});

test('a doctor sees the photos of earlier signatures beside the current ones, and the view is recorded', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const made = await aDraftedCase(world, doctor);
  const first = (await getStudioCase(world, doctor, made.caseId)).photos;
  await signAndPublish(world, doctor, signing(made.caseId, made.seal));
  // The signed photos are still the current photos, so they are not listed as an earlier set.
  expect((await getStudioCase(world, doctor, made.caseId)).earlier_sets).toEqual([]);

  await signAfterRetake(world, doctor, made);
  const { photos, earlier_sets, number } = await getStudioCase(world, doctor, made.caseId);
  expect(earlier_sets).toMatchObject([{ number, photos: [{ pose: 'front' }] }]);
  const earlier = earlier_sets[0]?.photos[0]?.id;
  expect(earlier).toBe(first.find(({ pose }) => pose === 'front')?.id);
  expect(photos.map(({ id }) => id)).not.toContain(earlier);
  const looks = await world.db.selectFrom('audit_log').select('details').where('action', '=', 'case.viewed').execute();
  expect(looks.at(-1)?.details).toMatchObject({ photos: expect.arrayContaining([earlier]) });
});

test('a doctor never sees earlier photos of another patient', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const theirs = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(theirs.caseId, theirs.seal));
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  expect((await getStudioCase(world, doctor, caseId)).earlier_sets).toEqual([]);
});
