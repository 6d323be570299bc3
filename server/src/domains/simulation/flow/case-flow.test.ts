import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Injection, type Markings, noMarkings } from '#contract/markings.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { objectKey } from '#server/platform/storage/object-key.ts';
import { aCase, aDraftedCase, renderAll, signing, somePlan, someRecipes, takePhoto } from '../../../../test/a-case.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import {
  assignCase,
  balanceCases,
  createShareLink,
  getDraftVersion,
  getMySimulation,
  getPlanDocument,
  getSharedSimulation,
  getStudioCase,
  listDraftVersions,
  listMyCases,
  listShareLinks,
  listStudioCases,
  nameDraftVersion,
  reopenCase,
  requestPhotos,
  requestRedo,
  revokeShareLink,
  saveCaseNote,
  saveDraft,
  signAndPublish,
  takeCase,
  takeOverCase,
  verifySignature,
  withdrawPhotoRequest,
} from '../index.ts';

const HOUR_MS = 3_600_000;
const wanted = { poses: ['front'], reason: 'too_dark', note: 'By a window, please.' } as const;
const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
const softer = (case_id: string) => ({ case_id, wishes: 'A little softer', idempotency_key: randomUUID() });
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );
const mine = async (world: World, userId: string) => (await listMyCases(world, userId))[0];

async function aSignedCase(world: World) {
  const doctor = await world.practitioner();
  const made = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(made.caseId, made.seal));
  return { doctor, ...made };
}

/** A redo, drawn and signed by the same doctor. */
async function signAgain(world: World, doctor: Awaited<ReturnType<World['practitioner']>>, caseId: string) {
  const taken = await takeCase(world, doctor, caseId);
  const { version } = await saveDraft(world, doctor, caseId, taken.draft.version, { ...draft, style: 'glamour' });
  const seal = await renderAll(world, doctor, taken, version);
  await signAndPublish(world, doctor, signing(caseId, seal, version));
}

test('photos are asked for once, the patient is told nothing of it by mail, and the promised time waits with them', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  const before = await mine(world, patient.userId);
  await requestPhotos(world, doctor, caseId, wanted);
  expect(await code(requestPhotos(world, doctor, caseId, wanted))).toBe('PHOTOS_ALREADY_REQUESTED');
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

test('a photo of another pose than the one asked for changes nothing yet', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  await requestPhotos(world, doctor, caseId, { ...wanted, poses: ['front', 'left'] });
  world.clock.advance(HOUR_MS);
  await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  expect((await getStudioCase(world, doctor, caseId)).photo_request).not.toBeNull();
});

test('a doctor may go on without the photos, and the time that was waited is given back', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor);
  const asked = await requestPhotos(world, doctor, caseId, wanted);
  world.clock.advance(2 * HOUR_MS);
  const went = await withdrawPhotoRequest(world, doctor, caseId);
  expect(went.photo_request).toBeNull();
  expect(new Date(went.due_at).getTime() - new Date(asked.due_at).getTime()).toBe(2 * HOUR_MS);
});

test('a redo is within the plan, counts a double click once, and keeps the signed version until the next is signed', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  expect((await mine(world, patient.userId))?.redos_left).toBe(1);
  const request = softer(caseId);
  const [first, second] = await Promise.all([
    requestRedo(world, patient.userId, request),
    requestRedo(world, patient.userId, request),
  ]);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ status: 'received', redos_left: 0 });
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(true);
  expect((await getStudioCase(world, doctor, caseId)).redo_wishes[0]?.wishes).toBe('A little softer');

  const { verification_code } = (await getMySimulation(world, patient.userId, caseId)).signature;
  await signAgain(world, doctor, caseId);
  const renewed = await getMySimulation(world, patient.userId, caseId);
  expect(renewed.signature.verification_code).not.toBe(verification_code);
  expect((await verifySignature(world, verification_code)).state).toBe('superseded');
  expect((await verifySignature(world, renewed.signature.verification_code)).state).toBe('valid');
  expect(await code(requestRedo(world, patient.userId, softer(caseId)))).toBe('NO_REDO_LEFT');
});

test('newer photos of a redo leave the seal of the signed version as it was', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await requestRedo(world, patient.userId, softer(caseId));
  await takeCase(world, doctor, caseId);
  await requestPhotos(world, doctor, caseId, wanted);
  world.clock.advance(HOUR_MS);
  await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(true);
});

test('another patient’s case cannot be asked for, nor one that nobody has signed', async () => {
  const world = await aWorld();
  const { caseId } = await aSignedCase(world);
  const waiting = await aCase(world);
  expect(await code(requestRedo(world, waiting.patient.userId, softer(caseId)))).toBe('NOT_FOUND');
  expect(await code(requestRedo(world, waiting.patient.userId, softer(waiting.caseId)))).toBe('CASE_NOT_SIGNED');
});

test('a doctor corrects what is signed, and why is kept', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const opened = await reopenCase(world, doctor, caseId, 'Left and right were mistaken');
  expect(opened).toMatchObject({ status: 'in_review', practitioner_id: doctor.userId, signed_version: 1 });
  expect(await code(reopenCase(world, doctor, caseId, 'again'))).toBe('CASE_NOT_SIGNED');
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(true);
  const log = await world.db.selectFrom('audit_log').select('reason').where('action', '=', 'case.reopened').execute();
  expect(log).toEqual([{ reason: 'Left and right were mistaken' }]);
});

test('a case is taken over with a reason, and the first doctor’s next save hears by whom', async () => {
  const world = await aWorld();
  const [first, second] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aDraftedCase(world, first, { pictures: false });
  const taken = await takeOverCase(world, second, caseId, 'On leave from today');
  expect(taken).toMatchObject({ practitioner_id: second.userId, draft: { version: 1 } });
  expect(await code(saveDraft(world, first, caseId, 1, { ...draft, style: 'glamour' }))).toBe('CASE_TAKEN');
});

test('a case is meant for a verified practitioner only, and shared out to whoever has least to do', async () => {
  const world = await aWorld();
  const [busy, free] = [await world.practitioner(), await world.practitioner()];
  const unverified = await world.practitioner({ verified: false });
  await aDraftedCase(world, busy, { pictures: false });
  const { caseId } = await aCase(world);
  expect(await code(assignCase(world, busy, caseId, unverified.userId))).toBe('NOT_FOUND');
  expect(await balanceCases(world, busy)).toEqual({ assigned: 1 });
  const page = { status: 'mine', limit: 50, cursor: null } as const;
  expect((await listStudioCases(world, free, page)).rows.map((row) => row.id)).toEqual([caseId]);
  await assignCase(world, busy, caseId, null);
  expect((await listStudioCases(world, free, page)).rows).toEqual([]);
  expect((await listStudioCases(world, free, { ...page, status: 'open', filter: 'unassigned' })).rows).toHaveLength(1);
});

test('a promise is reminded of once, and when it was missed the patient is granted another version, once', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const watch = () => world.jobs.runNow('simulation.watchDueTimes', {});
  const kinds = async () => (await getStudioCase(world, doctor, caseId)).history.map(({ kind }) => kind);
  await watch();
  expect(await kinds()).not.toContain('due_soon');
  world.clock.advance(61 * HOUR_MS);
  await watch();
  await watch();
  expect((await kinds()).filter((kind) => kind === 'due_soon')).toHaveLength(1);
  world.clock.advance(12 * HOUR_MS);
  await watch();
  await watch();
  expect((await kinds()).filter((kind) => kind === 'late')).toHaveLength(1);
  expect((await mine(world, patient.userId))?.redos_left).toBe(2);
  const late = { status: 'open', filter: 'late', limit: 50, cursor: null } as const;
  expect((await listStudioCases(world, doctor, late)).rows).toHaveLength(1);
});

test('nobody is late while a doctor waits for photos', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  await requestPhotos(world, doctor, caseId, wanted);
  world.clock.advance(200 * HOUR_MS);
  await world.jobs.runNow('simulation.watchDueTimes', {});
  expect((await mine(world, patient.userId))?.redos_left).toBe(1);
});

test('two doctors write a note, and neither loses a word', async () => {
  const world = await aWorld();
  const [one, two] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aCase(world);
  await saveCaseNote(world, one, caseId, { base_version: 0, body: 'Thin skin.' });
  await expect(saveCaseNote(world, two, caseId, { base_version: 0, body: 'Bruises.' })).rejects.toMatchObject({
    code: 'NOTE_OUTDATED',
    data: { version: 1, body: 'Thin skin.' },
  });
  const both = await saveCaseNote(world, two, caseId, { base_version: 1, body: 'Thin skin. Bruises.' });
  expect(both).toMatchObject({ version: 2, body: 'Thin skin. Bruises.' });
  // The same click again.
  expect(await saveCaseNote(world, two, caseId, { base_version: 1, body: 'Thin skin. Bruises.' })).toEqual(both);
});

test('a version gets a name, and is found again with what it holds', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  await saveDraft(world, doctor, caseId, 1, { ...draft, style: 'glamour' });
  await nameDraftVersion(world, doctor, { case_id: caseId, version: 1, name: 'Cautious' });
  const all = await listDraftVersions(world, doctor, { case_id: caseId, only_named: false });
  expect(all.map(({ version, name }) => [version, name])).toEqual([
    [2, null],
    [1, 'Cautious'],
  ]);
  expect(await listDraftVersions(world, doctor, { case_id: caseId, only_named: true })).toHaveLength(1);
  expect((await getDraftVersion(world, doctor, caseId, 1)).style).toBe('natural');
});

test('whoever holds the code learns whether the signature stands, also when it is typed from paper, and nothing else', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const shown = await getMySimulation(world, patient.userId, caseId);
  const typed = shown.signature.verification_code.toLowerCase().replace(/(.{4})/g, '$1-');
  expect(await verifySignature(world, typed)).toEqual({ state: 'valid', signed_on: '2026-11-20' });
  expect(await verifySignature(world, 'NOBODYHASTHISONE')).toEqual({ state: 'unknown', signed_on: null });

  const stored = objectKey(shown.renderings[0]?.id ?? '', 'full');
  await writeFile(`${world.config.dataDir}/objects/${stored}`, 'another picture');
  expect((await verifySignature(world, typed)).state).toBe('broken');
});

test('a link shows the pictures until it ends, and neither name nor plan', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const { link, url } = await createShareLink(world, patient.userId, { case_id: caseId, days: 7, label: 'For Ana' });
  const token = url.split('#')[1] ?? '';
  const shown = await getSharedSimulation(world, token);
  expect(shown.renderings).toHaveLength(9);
  expect(Object.keys(shown).sort()).toEqual([
    'before',
    'expires_at',
    'practitioner_name',
    'published_at',
    'renderings',
  ]);
  expect(await listShareLinks(world, patient.userId, caseId)).toMatchObject([{ label: 'For Ana', views: 1 }]);
  const kept = await withSystem(world.db, (tx) => tx.selectFrom('share_links').selectAll().execute());
  expect(JSON.stringify(kept)).not.toContain(token);

  const stranger = await world.patient();
  expect(await code(revokeShareLink(world, stranger.userId, link.id))).toBe('NOT_FOUND');
  await revokeShareLink(world, patient.userId, link.id);
  expect(await code(getSharedSimulation(world, token))).toBe('NOT_FOUND');
});

test('a link ends by itself, and there are ten at most', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const make = () => createShareLink(world, patient.userId, { case_id: caseId, days: 1, label: '' });
  const { url } = await make();
  for (let i = 0; i < 9; i++) await make();
  expect(await code(make())).toBe('TOO_MANY_LINKS');
  world.clock.advance(25 * HOUR_MS);
  expect(await code(getSharedSimulation(world, url.split('#')[1] ?? ''))).toBe('NOT_FOUND');
  expect(await code(make())).toBe('done');
});

test('injection points are signed with the plan, shown to the patient and printed', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const point = {
    id: 'cheek-1',
    treatment: 'cheek',
    side: 'left',
    product: 'Volux',
    dose: 0.35,
    depth: 'supraperiosteal',
    pose: 'front',
    x: 0.6,
    y: 0.5,
    place: { landmarks: [280, 346, 347], weights: [0.5, 0.25, 0.25] },
  } as const satisfies Injection;
  const { front } = noMarkings().poses;
  const markings: Markings = {
    poses: { front, right: front, left: front },
    injections: [point],
  };
  const { version } = await saveDraft(world, doctor, caseId, 1, { ...draft, markings });
  // The same again is the same version.
  expect((await saveDraft(world, doctor, caseId, version, { ...draft, markings })).version).toBe(version);
  const seal = await renderAll(world, doctor, await getStudioCase(world, doctor, caseId), version);
  await signAndPublish(world, doctor, signing(caseId, seal, version));
  const shown = await getMySimulation(world, patient.userId, caseId);
  expect(shown).toMatchObject({ injections: [point] });
  expect(shown.signature.is_intact).toBe(true);
  const { bytes } = await getPlanDocument(world, patient, caseId, 'fr');
  // Three photos and nine pictures, and the photo with the point.
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(13);
});

test('the signed plan is a paper in the language that is asked for; of an unsigned case there is none', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const { name, bytes } = await getPlanDocument(world, patient, caseId, 'fr');
  expect(name).toMatch(/^FL-\d+\.pdf$/);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  // Three photos and nine pictures are embedded.
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(12);
  expect((await getPlanDocument(world, doctor, caseId, 'en')).bytes.length).toBeGreaterThan(10_000);
  expect(await code(getPlanDocument(world, await world.patient(), caseId, 'en'))).toBe('NOT_FOUND');
  const waiting = await aCase(world);
  expect(await code(getPlanDocument(world, waiting.patient, waiting.caseId, 'en'))).toBe('NOT_FOUND');
});
