import { expect, test } from 'vitest';
import { type Injection, noMarkings } from '#contract/markings.ts';
import type { Recipes, TreatmentPlan } from '#contract/drafts.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aCase, aDraftedCase, aPicture, render, signing, somePlan, someRecipes } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { getStudioCase, saveDraft, signAndPublish, takeCase, uploadRendering } from './index.ts';

const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
test('only one of two saves of a draft that are based on the same version is accepted', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aCase(world);
  await takeCase(world, doctor, caseId);
  const saves = ['natural', 'glamour'].map((style) =>
    codeOf(saveDraft(world, doctor, caseId, 0, { ...draft, style: style as 'natural' })),
  );
  expect((await Promise.all(saves)).sort()).toEqual(['DRAFT_OUTDATED', 'done']);
  await expect(saveDraft(world, doctor, caseId, 0, { ...draft, style: 'harmonious' })).rejects.toMatchObject({
    data: { version: 1 },
  });
});

test('a repeated save of a draft returns the same version, and creates no second one', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aCase(world);
  await takeCase(world, doctor, caseId);
  const first = await saveDraft(world, doctor, caseId, 0, draft);
  expect(await saveDraft(world, doctor, caseId, 0, draft)).toEqual(first);
  expect(await saveDraft(world, doctor, caseId, 1, draft)).toEqual(first);
});

test('changing doses deletes their images, so that new ones must be made before the signature', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  const stronger = { ...someRecipes.glamour, treatments: { forehead: 17 } };
  const recipes = { natural: stronger, harmonious: stronger, glamour: stronger };
  const saved = await saveDraft(world, doctor, caseId, 1, { ...draft, recipes });
  expect(saved.version).toBe(2);
  expect(await getStudioCase(world, doctor, caseId)).toMatchObject({ renderings: [], seal: null });
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('DRAFT_OUTDATED');
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal, 2)))).toBe('RENDERINGS_INCOMPLETE');
  expect(await codeOf(render(world, doctor, caseId, 1, 'front', 'natural'))).toBe('DRAFT_OUTDATED');
  await world.outbox.drain();
  expect(
    await withSystem(world.system, (tx) =>
      tx.selectFrom('photo_objects').selectAll().where('bucket', '=', 'simulations').execute(),
    ),
  ).toEqual([]);
});

test('an image drawn without the new calibration is deleted, and must be made again', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  const calibration = await approveCalibration(world, { forehead: 9 });
  const calibrated = Object.fromEntries(
    Object.entries(someRecipes).map(([style, recipe]) => [style, { ...recipe, calibration }]),
  ) as unknown as Recipes;
  const saved = await saveDraft(world, doctor, caseId, 1, { ...draft, recipes: calibrated });
  expect(saved.version).toBe(2);
  expect(await getStudioCase(world, doctor, caseId)).toMatchObject({ renderings: [], seal: null });
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal, 2)))).toBe('RENDERINGS_INCOMPLETE');
  // The browser was still drawing an image of the first version.
  expect(await codeOf(render(world, doctor, caseId, 1, 'front', 'natural'))).toBe('DRAFT_OUTDATED');

  // The images of the new calibration remain if the doctor saves another plan.
  await render(world, doctor, caseId, 2, 'front', 'natural');
  const plan = { ...somePlan, valid_months: 7 };
  await saveDraft(world, doctor, caseId, 2, { ...draft, recipes: calibrated, plan });
  expect((await getStudioCase(world, doctor, caseId)).renderings).toHaveLength(1);
});

/** Stores an approved calibration with these values. */
const approveCalibration = (world: World, v0: Calibration['v0']): Promise<Calibration> =>
  withSystem(world.system, (tx) =>
    tx
      .insertInto('dose_calibrations')
      .values({
        dataset: clinicalVersion,
        engine: engineVersion,
        base: null,
        corrections: '[]',
        v0: JSON.stringify(v0),
        proposed_by: null,
        proposed_name: 'Jeanne',
        proposed_at: world.clock.now(),
        decision: 'approved',
        decided_by: null,
        decided_name: 'Hélène',
        decided_registration: '10101010101',
        decided_at: world.clock.now(),
      })
      .returning(['number', 'v0'])
      .executeTakeFirstOrThrow(),
  );

test('an image that is sent again is ignored, and a different image replaces it and changes the seal', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  const bytes = await aPicture(7);
  const send = () => uploadRendering(world, doctor, caseId, { version: 1, pose: 'left', style: 'glamour', bytes });
  const first = await send();
  expect((await send()).rendering.id).toBe(first.rendering.id);
  expect(first.seal).not.toBe(seal);
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('SEAL_MISMATCH');
});

test.each([
  ['an unknown treatment', { elbow: 1 }, 'INVALID_INPUT'],
  ['a dose above the most of a session', { forehead: 31 }, 'INVALID_INPUT'],
  ['a side above the most of a side', { cheek: { right: 0.1, left: 3.1 } }, 'INVALID_INPUT'],
])('a draft with %s is refused and not stored', async (_, treatments, code) => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor);
  const recipes = { ...someRecipes, glamour: { ...someRecipes.glamour, treatments } };
  expect(await codeOf(saveDraft(world, doctor, caseId, 1, { ...draft, recipes }))).toBe(code);
  expect((await getStudioCase(world, doctor, caseId)).draft.version).toBe(1);
});

const point = (treatment: string, dose: number): Injection => ({
  id: 'one',
  treatment,
  side: 'left',
  product: '',
  dose,
  depth: 'subcutaneous',
  pose: 'front',
  photo_id: 'front-1',
  x: 0.6,
  y: 0.5,
  place: { landmarks: [280, 346, 347], weights: [0.5, 0.25, 0.25] },
});

test.each([
  ['an unknown treatment', point('elbow', 1)],
  ['a treatment that nobody injects', point('redness', 10)],
  ['more than a side may receive', point('cheek', 3.05)],
  ['more than an area may receive', point('glabella', 40.5)],
])('an injection point with %s is refused', async (_, injection) => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const save = (injections: Injection[]) =>
    codeOf(saveDraft(world, doctor, caseId, 1, { ...draft, markings: { ...noMarkings(), injections } }));
  expect(await save([injection])).toBe('INVALID_INPUT');
  expect(await save([point('cheek', 3), point('glabella', 40)])).toBe('done');
});

test('a draft made under another version of the clinical dataset or of the engine is refused', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor);
  const natural = { ...someRecipes.natural, dataset: '2020-01-01' };
  const older = { ...draft, recipes: { ...someRecipes, natural } };
  expect(await codeOf(saveDraft(world, doctor, caseId, 1, older))).toBe('CLINICAL_DATASET_OUTDATED');
  const { engine: __, ...undated } = someRecipes.natural;
  const drawnBefore = { ...draft, recipes: { ...someRecipes, natural: undated } };
  expect(await codeOf(saveDraft(world, doctor, caseId, 1, drawnBefore))).toBe('CLINICAL_DATASET_OUTDATED');
  const { dataset: _, ...plan } = draft.plan;
  expect(await codeOf(saveDraft(world, doctor, caseId, 1, { ...draft, plan }))).toBe('CLINICAL_DATASET_OUTDATED');
});

const freeText = {
  kind: 'botox',
  area: 'Forehead',
  dose: '12 U',
  sessions: 1,
  interval_weeks: 0,
  rationale: 'Lines at rest',
  risks: '',
  alternatives: '',
} as const;

test('free text of an earlier plan can stay or be removed, and new free text and unknown codes are refused', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const save = (version: number, plan: Partial<TreatmentPlan>) =>
    saveDraft(world, doctor, caseId, version, { ...draft, plan: { ...somePlan, ...plan } });
  expect(await codeOf(save(1, { items: [freeText] }))).toBe('INVALID_INPUT');
  const [visit] = somePlan.sessions ?? [];
  const brand = visit?.items.map((item) => ({ ...item, product: 'some_brand' })) ?? [];
  expect(await codeOf(save(1, { sessions: [{ weeks_after: 0, review: false, items: brand }] }))).toBe('INVALID_INPUT');

  await withSystem(world.system, (tx) =>
    tx
      .updateTable('drafts')
      .set({ plan: JSON.stringify({ ...somePlan, items: [freeText] }) })
      .where('case_id', '=', caseId)
      .execute(),
  );
  expect((await save(1, { items: [freeText], valid_months: 7 })).plan.items).toEqual([freeText]);
  expect(await codeOf(save(2, { items: [{ ...freeText, dose: '40 U' }] }))).toBe('INVALID_INPUT');
  expect((await save(2, {})).plan.items).toEqual([]);
});
