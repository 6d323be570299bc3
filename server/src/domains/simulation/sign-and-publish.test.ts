import { expect, test } from 'vitest';
import { Styles } from '#contract/drafts.ts';
import { noMarkings } from '#contract/markings.ts';
import { withSystem } from '#server/platform/db/db.ts';
import {
  aCase,
  aDraftedCase,
  renderAll,
  signing,
  somePlan,
  someRecipes,
  someScores,
  tellHealth,
} from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld, type World } from '../../../test/world.ts';
import {
  getMySimulation,
  getStudioCase,
  listMyCases,
  saveDraft,
  saveSkinScore,
  signAndPublish,
  takeCase,
} from './index.ts';

const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
const auditOf = (world: World, action: string) =>
  world.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

test('a case with photos becomes a signed simulation that the patient sees', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  world.told.length = 0;
  const published = await signAndPublish(world, doctor, signing(caseId, seal));
  expect(world.told).toContainEqual({ to: { userId: patient.userId }, event: { kind: 'case.changed', id: caseId } });
  const shown = await getMySimulation(world, patient.userId, caseId);

  expect(published).toMatchObject({ status: 'published', seal });
  expect(shown).toMatchObject({
    plan: somePlan,
    // The engine needs these doses and markings to draw the days after the treatment.
    recipes: someRecipes,
    marks: noMarkings().poses,
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

test('trust 11: every image that is shown can be opened, and its metadata states that it is synthetic', async () => {
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
    'practitioner_avatar_url',
    'practitioner_name',
    'practitioner_speciality',
    'published_at',
    'received_at',
    'redo_requested_at',
    'redos_left',
    'status',
    'steps',
    'taken_at',
  ]);
  // The patient sees the time of each step, but no decisions of the doctor.
  expect(mine?.steps.map((step) => Object.keys(step).sort())).toEqual([
    ['at', 'kind'],
    ['at', 'kind'],
  ]);
  expect(await codeOf(getMySimulation(world, patient.userId, caseId))).toBe('NOT_FOUND');

  await signAndPublish(world, doctor, signing(caseId, seal));
  expect((await getMySimulation(world, patient.userId, caseId)).signature).toMatchObject({
    practitioner_name: expect.stringMatching(/^Dr Hélène Vasseur/),
    registration_number: expect.stringMatching(/\d/),
    registration_body: 'Ordre national des médecins',
  });
  const stranger = await world.patient();
  expect(await codeOf(getMySimulation(world, stranger.userId, caseId))).toBe('NOT_FOUND');
  expect(await codeOf(getMySimulation(world, doctor.userId, caseId))).toBe('NOT_FOUND');
  expect(await listMyCases(world, stranger.userId)).toEqual([]);
});

test('trust 10: nobody can sign an empty plan, another doctor’s case, or anything without a verified registration', async () => {
  const world = await aWorld();
  const [doctor, other] = [await world.practitioner(), await world.practitioner()];
  const { caseId, seal } = await aDraftedCase(world, doctor);
  expect(await codeOf(signAndPublish(world, other, signing(caseId, seal)))).toBe('CASE_TAKEN');
  await world.db.updateTable('practitioners').set({ verified_at: null }).where('user_id', '=', doctor.userId).execute();
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('PRACTITIONER_NOT_VERIFIED');
  await world.db
    .updateTable('practitioners')
    .set({ verified_at: new Date() })
    .where('user_id', '=', doctor.userId)
    .execute();
  await saveDraft(world, doctor, caseId, 1, { ...draft, plan: { ...somePlan, items: [], sessions: [] } });
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal, 2)))).toBe('PLAN_INCOMPLETE');
});

test('two identical calls to sign at once publish only once', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  const click = signing(caseId, seal);
  const [one, two] = await Promise.all([signAndPublish(world, doctor, click), signAndPublish(world, doctor, click)]);
  expect(two).toEqual(one);
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('CASE_NOT_OPEN');
  const events = await world.db.selectFrom('outbox').selectAll().where('topic', '=', 'simulation.published').execute();
  expect(events.map((event) => event.payload)).toEqual([{ user_id: patient.userId, case_id: caseId }]);
});

test('a draft of an earlier dataset cannot be signed until its doses have been checked again', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, seal } = await aDraftedCase(world, doctor);
  await withSystem(world.system, (tx) =>
    tx
      .updateTable('drafts')
      .set({ plan: JSON.stringify({ ...somePlan, dataset: '2020-01-01' }) })
      .where('case_id', '=', caseId)
      .execute(),
  );
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('CLINICAL_DATASET_OUTDATED');
  expect((await saveDraft(world, doctor, caseId, 1, draft)).version).toBe(2);
  const again = (await getStudioCase(world, doctor, caseId)).seal ?? '';
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, again, 2)))).toBe('done');
});

test('trust 10: nothing is signed without every picture, under another seal or version, or while a gate is open', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const sign = (seal: string, version = 1) =>
    signAndPublish(world, doctor, signing(caseId, seal, version)).then(
      () => 'done',
      ({ code, data }: { code: string; data?: object }) => [code, data],
    );
  expect(await sign('a'.repeat(64))).toEqual(['RENDERINGS_INCOMPLETE', undefined]);
  const seal = await renderAll(world, doctor, await getStudioCase(world, doctor, caseId), 1);
  expect(await sign('a'.repeat(64))).toEqual(['SEAL_MISMATCH', undefined]);
  expect(await sign(seal, 2)).toEqual(['DRAFT_OUTDATED', { version: 1 }]);
  await tellHealth(world, patient, { pregnancy: { answer: 'yes', details: '' } });
  expect(await sign(seal)).toMatchObject(['GATES_OPEN', { gates: [{ code: 'contraindicated' }] }]);
  await tellHealth(world, patient);
  expect(await sign(seal)).toBe('done');
});

test('signing is refused without a draft, and for a plan that has only reviews', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aCase(world);
  await takeCase(world, doctor, caseId);
  await expect(signAndPublish(world, doctor, signing(caseId, 'a'.repeat(64)))).rejects.toMatchObject({
    code: 'DRAFT_OUTDATED',
    data: { version: 0 },
  });
  const sessions = [{ weeks_after: 0, review: true, items: [] }];
  await saveDraft(world, doctor, caseId, 0, { ...draft, plan: { ...somePlan, sessions } });
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, 'a'.repeat(64))))).toBe('PLAN_INCOMPLETE');
});

test('the record of a signature has its photos and the score, and no proof if a password confirmed it', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor);
  const { seal } = await saveSkinScore(world, doctor, caseId, someScores(70));
  await signAndPublish(world, doctor, signing(caseId, seal ?? ''));
  const kept = await withSystem(world.system, async (tx) => ({
    photos: await tx.selectFrom('signature_photos').select(['pose', 'version']).orderBy('pose').execute(),
    scores: await tx.selectFrom('skin_scores').select('version').execute(),
    signatures: await tx.selectFrom('signatures').select(['method', 'proof']).execute(),
  }));
  expect(kept).toEqual({
    photos: ['front', 'left', 'right'].map((pose) => ({ pose, version: 1 })),
    scores: [{ version: 1 }],
    signatures: [{ method: 'password', proof: null }],
  });
});
