import sharp from 'sharp';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import { recipeFor } from '#engine/presets.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aDraftedCase, aPicture, signing } from '../../../../test/a-case.ts';
import { codeOf } from '../../../../test/code-of.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { acceptMark, getMySimulation, getStudioCase, signAndPublish, uploadRendering } from '../index.ts';
import { findMarks } from './find-marks.ts';

const { right: marks } = noMarkings().poses;
const facePath = new URL('../../../../../engine/data/faces/C-right.jpg', import.meta.url);

/**
 * Returns a photo and the input of a check. The recipe contains no treatment, so the correct rendering is the photo
 * itself.
 */
async function aFace(size = 640) {
  const photo = await sharp(await readFile(facePath))
    .resize(size)
    .jpeg({ quality: 92 })
    .toBuffer();
  const untreated = { pose: 'right', photo, recipe: { version: 1, treatments: {} }, marks } as const;
  return { photo, untreated };
}

test('the server draws each image again, so that a browser cannot hide artefacts from the check', async () => {
  const { photo, untreated } = await aFace(1024);
  expect(await findMarks({ ...untreated, rendering: photo })).toEqual([]);
  // The browser sends the untreated photo although the recipe has a strong treatment.
  const found = await findMarks({ ...untreated, recipe: recipeFor('glamour'), rendering: photo });
  expect(found.map(({ kind }) => kind)).toContain('unlike');
});

test('the check marks a photo without a face, and an image of another size', async () => {
  const { photo, untreated } = await aFace();
  const plain = await aPicture();
  expect((await findMarks({ ...untreated, photo: plain, rendering: photo })).map(({ kind }) => kind)).toEqual([
    'unchecked',
  ]);
  const smaller = await sharp(photo).resize(600).jpeg().toBuffer();
  expect((await findMarks({ ...untreated, rendering: smaller })).map(({ kind }) => kind)).toEqual(['unlike']);
});

/**
 * Returns a drafted case whose images were checked by the real check. Its photos show no face, so every image has one
 * mark.
 */
async function aMarkedCase() {
  const world = await aWorld({ checksPictures: true });
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  const read = () => getStudioCase(world, doctor, caseId);
  const sign = async () => signAndPublish(world, doctor, signing(caseId, (await read()).seal ?? ''));
  const accept = (rendering_id: string, is_accepted = true, by = doctor) =>
    acceptMark(world, by, { case_id: caseId, rendering_id, mark: 0, is_accepted });
  const openGates = () =>
    sign().then(
      () => [],
      ({ data }: { data: { gates: { code: string; about: string; names: string[] }[] } }) => data.gates,
    );
  return { world, doctor, patient, caseId, read, sign, accept, openGates };
}

const acceptancesIn = (world: World) =>
  world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'rendering.mark_accepted')
    .orderBy('id')
    .execute();

test('trust 12: nothing is signed while one mark is not accepted, and an accepted mark is sealed and recorded', async () => {
  const { world, doctor, patient, caseId, read, accept, openGates, sign } = await aMarkedCase();
  const { renderings, seal } = await read();
  expect(renderings).toHaveLength(9);
  const [first, ...others] = renderings;
  for (const { id } of others) await accept(id);
  expect(await openGates()).toEqual([{ code: 'artefact', about: 'front natural', names: ['unchecked'] }]);

  world.clock.advance(60_000);
  const { marks } = await accept(first!.id);
  await accept(first!.id);
  expect(marks).toMatchObject([{ kind: 'unchecked', is_accepted: true, accepted_at: world.clock.now().toISOString() }]);
  expect((await acceptancesIn(world))[8]).toMatchObject({
    actor_id: doctor.userId,
    details: { rendering: first!.id, kind: 'unchecked', is_accepted: true },
  });
  expect((await read()).seal).not.toBe(seal);
  expect((await sign()).status).toBe('published');

  const shown = await getMySimulation(world, patient.userId, caseId);
  expect(shown.signature.is_intact).toBe(true);
  expect(shown.renderings.filter((rendering) => 'marks' in rendering)).toEqual([]);
  // If an accepted mark is changed in the database, the seal (the hash of the signed content) no longer matches.
  await withSystem(world.system, (tx) => tx.updateTable('renderings').set({ marks: '[]' }).execute());
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(false);
});

test('accepting a mark can be undone, counts only for the doctor who did it, and is deleted with the image', async () => {
  const { world, doctor, caseId, read, accept, openGates } = await aMarkedCase();
  const { renderings } = await read();
  for (const { id } of renderings) await accept(id);
  await accept(renderings[0]!.id, false);
  expect(await openGates()).toHaveLength(1);
  await accept(renderings[0]!.id);

  const again = { version: 1, pose: 'left', style: 'glamour', bytes: await aPicture(3) } as const;
  await uploadRendering(world, doctor, caseId, again);
  expect((await openGates()).map(({ about }) => about)).toContain('left glamour');

  const other = await world.practitioner();
  expect(await codeOf(accept(renderings[1]!.id, true, other))).toBe('CASE_TAKEN');
  await withSystem(world.system, (tx) =>
    tx.updateTable('cases').set({ practitioner_id: other.userId }).where('id', '=', caseId).execute(),
  );
  const seen = await getStudioCase(world, other, caseId);
  expect(seen.renderings.flatMap(({ marks }) => marks ?? []).some(({ is_accepted }) => is_accepted)).toBe(false);
});

test('an image that was stored before the automatic check existed is checked when it is sent again', async () => {
  const { world, doctor, caseId, read, accept, openGates } = await aMarkedCase();
  const bytes = await aPicture(5);
  const upload = () => uploadRendering(world, doctor, caseId, { version: 1, pose: 'front', style: 'natural', bytes });
  const { rendering } = await upload();
  for (const { id } of (await read()).renderings) await accept(id);
  await withSystem(world.system, (tx) =>
    tx
      .updateTable('renderings')
      .set({ marks: null as never })
      .where('id', '=', rendering.id)
      .execute(),
  );
  expect((await openGates()).filter(({ code }) => code === 'artefact')).toEqual([
    { code: 'artefact', about: 'front natural', names: ['unchecked'] },
  ]);
  const second = await upload();
  expect(second.rendering).toMatchObject({ id: rendering.id, marks: [{ kind: 'unchecked', is_accepted: false }] });
});
