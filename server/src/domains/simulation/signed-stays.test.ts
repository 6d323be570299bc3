import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { objectKey } from '#server/platform/storage/object-key.ts';
import { aDraftedCase, render, renderAll, signing, somePlan, someRecipes, takePhoto } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld } from '../../../test/world.ts';
import {
  getMySimulation,
  getStudioCase,
  releaseCase,
  reopenCase,
  saveDraft,
  signAndPublish,
  takeCase,
} from './index.ts';

const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
test('trust 10: a signed case cannot be saved, drawn, taken or released', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  expect(await codeOf(saveDraft(world, doctor, caseId, 1, { ...draft, style: 'glamour' }))).toBe('CASE_NOT_OPEN');
  expect(await codeOf(render(world, doctor, caseId, 1, 'front', 'natural'))).toBe('CASE_NOT_OPEN');
  expect(await codeOf(takeCase(world, doctor, caseId))).toBe('CASE_NOT_OPEN');
  expect(await codeOf(releaseCase(world, doctor, caseId))).toBe('CASE_NOT_OPEN');
});

const byAnEarlierEngine = sql`update drafts set recipes =
  recipes #- '{natural,engine}' #- '{harmonious,engine}' #- '{glamour,engine}'`;

test('a plan signed under an earlier engine shows its images, even while a new version is drawn', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  const pictures = async () =>
    (await getMySimulation(world, patient.userId, caseId)).renderings.map(({ id, sha256 }) => ({ id, sha256 }));
  const signed = await pictures();
  await withSystem(world.system, (tx) => byAnEarlierEngine.execute(tx));
  expect(await pictures()).toEqual(signed);
  expect(signed).toHaveLength(9);

  await reopenCase(world, doctor, caseId, 'another month');
  const { draft: stored } = await getStudioCase(world, doctor, caseId);
  expect(stored.recipes.natural.engine).toBeUndefined();
  expect((await saveDraft(world, doctor, caseId, 2, draft)).version).toBe(3);
  expect(await pictures()).toEqual(signed);
});

test('images of an earlier engine do not count for a draft of the current engine', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  await withSystem(world.system, (tx) => byAnEarlierEngine.execute(tx));
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('CLINICAL_DATASET_OUTDATED');
  expect((await saveDraft(world, doctor, caseId, 1, draft)).version).toBe(2);
  expect(await getStudioCase(world, doctor, caseId)).toMatchObject({ renderings: [], seal: null });
});

test.each([
  ['a sentence of the plan', sql`update drafts set plan = jsonb_set(plan, '{note_to_patient}', '"Guaranteed."')`],
  ['a dose', sql`update drafts set recipes = jsonb_set(recipes, '{glamour,treatments,forehead}', '17')`],
  ['a picture', sql`delete from renderings where pose = 'front' and style = 'glamour'`],
])('the seal breaks if %s changes in the database', async (_what, change) => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  await withSystem(world.system, (tx) => change.execute(tx));
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(false);
});

test('a reopened case that needs no change is signed again as its next version', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  const opened = await reopenCase(world, doctor, caseId, 'another look');
  expect(opened).toMatchObject({ draft: { version: 2, recipes: someRecipes }, renderings: [], seal: null });
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('DRAFT_OUTDATED');
  const again = await renderAll(world, doctor, opened, 2);
  expect((await signAndPublish(world, doctor, signing(caseId, again, 2))).status).toBe('published');
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(true);
});

test('a signature shows the photos that were signed', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  const photo_id = await takePhoto(world, patient, 'front');
  await withSystem(world.system, (tx) =>
    tx.updateTable('case_photos').set({ photo_id }).where('case_id', '=', caseId).execute(),
  );
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(true);
});

test('trust 10: a changed byte of a stored picture breaks the seal', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  const { renderings } = await getMySimulation(world, patient.userId, caseId);
  const id = renderings[4]?.id ?? '';
  const file = `${world.config.dataDir}/objects/${objectKey(id, 'full')}`;
  const bytes = await readFile(file);
  bytes[200] = (bytes[200] ?? 0) ^ 1;
  await writeFile(file, bytes);
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(false);
});
