import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Styles } from '#contract/drafts.ts';
import { noMarkings } from '#contract/markings.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import { objectKey } from '#server/platform/storage/object-key.ts';
import {
  aCase,
  aDraftedCase,
  aPatientWithPhotos,
  aPicture,
  render,
  renderAll,
  signing,
  somePlan,
  someRecipes,
  takePhoto,
} from '../../../test/a-case.ts';
import { aWorld, type World } from '../../../test/world.ts';
import {
  getMySimulation,
  getStudioCase,
  listMyCases,
  listStudioCases,
  releaseCase,
  saveDraft,
  signAndPublish,
  takeCase,
  uploadRendering,
} from './index.ts';

const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
const openCases = { status: 'open', limit: 50, cursor: null } as const;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );
const auditOf = (world: World, action: string) =>
  world.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

test('a case opens by itself with the third pose, and is due after the hours of the plan', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world, ['front', 'right']);
  expect(await listMyCases(world, patient.userId)).toEqual([]);

  await takePhoto(world, patient, 'left');
  await world.outbox.drain();
  const [mine, ...others] = await listMyCases(world, patient.userId);
  expect(others).toEqual([]);
  expect(mine).toMatchObject({
    status: 'received',
    plan: 'free',
    due_at: '2026-11-23T09:00:00.000Z',
    practitioner_name: null,
    taken_at: null,
  });
  expect(mine?.number).toMatch(/^FL-\d{4}$/);
  expect(world.told).toContainEqual({ to: { role: 'practitioner' }, event: { kind: 'queue.changed', id: mine?.id } });
});

test('from photos to the signed simulation', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  const published = await signAndPublish(world, doctor, signing(caseId, seal));
  const shown = await getMySimulation(world, patient.userId, caseId);

  expect(published).toMatchObject({ status: 'published', seal });
  expect(shown).toMatchObject({
    plan: somePlan,
    style_asked_for: null,
    signature: { practitioner_name: expect.stringMatching(/^Dr Hélène Vasseur/), seal, is_intact: true },
  });
  expect(shown.before.map((photo) => photo.pose)).toEqual(['front', 'right', 'left']);
  expect(shown.renderings.map(({ pose, style }) => [pose, style])).toEqual(
    ['front', 'right', 'left'].flatMap((pose) => Styles.map((style) => [pose, style])),
  );
  expect((await getStudioCase(world, doctor, caseId)).history.map((event) => event.kind)).toEqual([
    'received',
    'taken',
    'published',
  ]);
  expect(await auditOf(world, 'simulation.signed')).toMatchObject([
    { actor_id: doctor.userId, patient_id: patient.userId, details: { version: 1, seal } },
  ]);
  expect(await world.audit.verifyChain()).toMatchObject({ brokenAt: null });
});

test('trust 11: every picture that is shown opens, and says SIMULATION to machines', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  const { renderings } = await getMySimulation(world, patient.userId, caseId);
  for (const { url } of renderings) {
    const link = new URL(url, 'http://flaira.test');
    const opened = await world.photos.open(link.pathname.split('/')[2] ?? '', link.searchParams);
    expect(opened?.bytes.includes('compositeSynthetic')).toBe(true);
  }
});

test('trust 10: a patient sees nothing of a draft, and a stranger nothing at all', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  const [mine] = await listMyCases(world, patient.userId);
  expect(Object.keys(mine ?? {}).sort()).toEqual([
    'due_at',
    'id',
    'number',
    'photo_request',
    'plan',
    'practitioner_name',
    'published_at',
    'received_at',
    'redo_requested_at',
    'redos_left',
    'status',
    'taken_at',
  ]);
  expect(await code(getMySimulation(world, patient.userId, caseId))).toBe('NOT_FOUND');

  await signAndPublish(world, doctor, signing(caseId, seal));
  const stranger = await world.patient();
  expect(await code(getMySimulation(world, stranger.userId, caseId))).toBe('NOT_FOUND');
  expect(await code(getMySimulation(world, doctor.userId, caseId))).toBe('NOT_FOUND');
  expect(await listMyCases(world, stranger.userId)).toEqual([]);
});

test('of two doctors who take a case at once one gets it, and the other hears who', async () => {
  const world = await aWorld();
  const { caseId } = await aCase(world);
  const [one, two] = [await world.practitioner(), await world.practitioner()];
  const results = await Promise.all([one, two].map((doctor) => code(takeCase(world, doctor, caseId))));
  expect(results.sort()).toEqual(['CASE_TAKEN', 'done']);
  const loser = (await getStudioCase(world, one, caseId)).practitioner_id === one.userId ? two : one;
  await expect(takeCase(world, loser, caseId)).rejects.toMatchObject({
    code: 'CASE_TAKEN',
    data: { practitioner_name: expect.stringContaining('Vasseur') },
  });
  expect(await code(saveDraft(world, loser, caseId, 0, draft))).toBe('CASE_TAKEN');
});

test('of two saves on the same version one is kept', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aCase(world);
  await takeCase(world, doctor, caseId);
  const saves = ['natural', 'glamour'].map((style) =>
    code(saveDraft(world, doctor, caseId, 0, { ...draft, style: style as 'natural' })),
  );
  expect((await Promise.all(saves)).sort()).toEqual(['DRAFT_OUTDATED', 'done']);
  await expect(saveDraft(world, doctor, caseId, 0, { ...draft, style: 'harmonious' })).rejects.toMatchObject({
    data: { version: 1 },
  });
});

test('a save whose answer was lost is answered again, not doubled', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aCase(world);
  await takeCase(world, doctor, caseId);
  const first = await saveDraft(world, doctor, caseId, 0, draft);
  expect(await saveDraft(world, doctor, caseId, 0, draft)).toEqual(first);
  expect(await saveDraft(world, doctor, caseId, 1, draft)).toEqual(first);
});

test('a newer draft sheds the pictures of the older one, and they must be made again before it is signed', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  const saved = await saveDraft(world, doctor, caseId, 1, { ...draft, style: 'glamour' });
  expect(saved.version).toBe(2);
  expect(await getStudioCase(world, doctor, caseId)).toMatchObject({ renderings: [], seal: null });
  expect(await code(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('DRAFT_OUTDATED');
  expect(await code(signAndPublish(world, doctor, signing(caseId, seal, 2)))).toBe('RENDERINGS_INCOMPLETE');
  expect(await code(render(world, doctor, caseId, 1, 'front', 'natural'))).toBe('DRAFT_OUTDATED');
  await world.outbox.drain();
  expect(
    await withSystem(world.db, (tx) =>
      tx.selectFrom('photo_objects').selectAll().where('bucket', '=', 'simulations').execute(),
    ),
  ).toEqual([]);
});

test('a picture sent again is the same picture; another one takes its place and changes the seal', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  const bytes = await aPicture(7);
  const send = () => uploadRendering(world, doctor, caseId, { version: 1, pose: 'left', style: 'glamour', bytes });
  const first = await send();
  expect((await send()).rendering.id).toBe(first.rendering.id);
  expect(first.seal).not.toBe(seal);
  expect(await code(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('SEAL_MISMATCH');
});

test('trust 10: nobody signs an empty plan, a case of another doctor, or without a verified registration', async () => {
  const world = await aWorld();
  const [doctor, other] = [await world.practitioner(), await world.practitioner()];
  const { caseId, seal } = await aDraftedCase(world, doctor);
  expect(await code(signAndPublish(world, other, signing(caseId, seal)))).toBe('CASE_TAKEN');
  await world.db.updateTable('practitioners').set({ verified_at: null }).where('user_id', '=', doctor.userId).execute();
  expect(await code(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('PRACTITIONER_NOT_VERIFIED');
  await world.db
    .updateTable('practitioners')
    .set({ verified_at: new Date() })
    .where('user_id', '=', doctor.userId)
    .execute();
  await saveDraft(world, doctor, caseId, 1, { ...draft, plan: { ...somePlan, items: [] } });
  expect(await code(signAndPublish(world, doctor, signing(caseId, seal, 2)))).toBe('PLAN_INCOMPLETE');
});

test('published once, however often and however fast it is asked for', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  const click = signing(caseId, seal);
  const [one, two] = await Promise.all([signAndPublish(world, doctor, click), signAndPublish(world, doctor, click)]);
  expect(two).toEqual(one);
  expect(await code(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('CASE_NOT_OPEN');
  const events = await world.db.selectFrom('outbox').selectAll().where('topic', '=', 'simulation.published').execute();
  expect(events.map((event) => event.payload)).toEqual([{ user_id: patient.userId, case_id: caseId }]);
});

test('trust 10: what is signed can be neither changed nor removed', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  expect(await code(saveDraft(world, doctor, caseId, 1, { ...draft, style: 'glamour' }))).toBe('CASE_NOT_OPEN');
  expect(await code(render(world, doctor, caseId, 1, 'front', 'natural'))).toBe('CASE_NOT_OPEN');
  expect(await code(takeCase(world, doctor, caseId))).toBe('CASE_NOT_OPEN');
  expect(await code(releaseCase(world, doctor, caseId))).toBe('CASE_NOT_OPEN');
});

test.each([
  ['a word of the plan', sql`update drafts set plan = jsonb_set(plan, '{note_to_patient}', '"Guaranteed."')`],
  ['a dose', sql`update drafts set recipes = jsonb_set(recipes, '{glamour,treatments,forehead}', '17')`],
  ['a picture', sql`delete from renderings where pose = 'front' and style = 'glamour'`],
])('%s that changes behind our back breaks the seal', async (_what, change) => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(caseId, seal));
  await withSystem(world.db, (tx) => change.execute(tx));
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(false);
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

test('trust 2: who takes back the consent is out of the queue at once', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  expect((await listStudioCases(world, doctor, openCases)).counts).toEqual({ open: 1, mine: 1, published: 0 });
  await withUser(world.db, patient.userId, async (tx) => {
    await tx.updateTable('consents').set({ withdrawn_at: world.clock.now() }).execute();
    await world.outbox.emit(tx, 'identity.consentWithdrawn', { user_id: patient.userId, purpose: 'simulation' });
  });
  expect(await code(getStudioCase(world, doctor, caseId))).toBe('NOT_FOUND');
  expect(await code(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('NOT_FOUND');
  await world.outbox.drain();
  expect(await listStudioCases(world, doctor, openCases)).toEqual({
    rows: [],
    counts: { open: 0, mine: 0, published: 0 },
  });
  expect(await listMyCases(world, patient.userId)).toMatchObject([{ status: 'withdrawn' }]);
});

test('the queue names no patient, and looking at it is recorded', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  const queue = await listStudioCases(world, doctor, openCases);
  expect(queue.rows).toMatchObject([{ id: caseId, photo_count: 3, age_years: null, practitioner_name: null }]);
  expect(JSON.stringify(queue)).not.toContain(patient.userId);
  expect(JSON.stringify(queue)).not.toContain('Claire');
  expect(await auditOf(world, 'queue.viewed')).toMatchObject([
    { actor_id: doctor.userId, details: { cases: [caseId] } },
  ]);
});

test('trust 7: every look at a case is recorded, with the photos that were seen', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  const shown = await getStudioCase(world, doctor, caseId);
  expect(shown.patient).toMatchObject({ first_name: 'Claire', age_years: null });
  expect(await auditOf(world, 'case.viewed')).toMatchObject([
    {
      actor_id: doctor.userId,
      actor_role: 'practitioner',
      patient_id: patient.userId,
      reason: 'treatment',
      details: { photos: shown.photos.map((photo) => photo.id) },
    },
  ]);
});

test('a retake is the case’s photo until a doctor has begun', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  world.clock.advance(1000);
  const retaken = await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  const taken = await takeCase(world, doctor, caseId);
  expect(taken.photos.find((photo) => photo.pose === 'front')?.id).toBe(retaken);
  await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  expect((await getStudioCase(world, doctor, caseId)).photos.find((photo) => photo.pose === 'front')?.id).toBe(retaken);
});

test('a released case keeps its draft for the next doctor', async () => {
  const world = await aWorld();
  const [one, two] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aDraftedCase(world, one, { pictures: false });
  expect(await releaseCase(world, one, caseId)).toEqual({ status: 'received' });
  expect(await code(saveDraft(world, one, caseId, 1, draft))).toBe('CASE_NOT_OPEN');
  const taken = await takeCase(world, two, caseId);
  expect(taken).toMatchObject({ practitioner_id: two.userId, draft: { version: 1, plan: somePlan } });
  expect(await renderAll(world, two, taken, 1)).toMatch(/^[0-9a-f]{64}$/);
});
