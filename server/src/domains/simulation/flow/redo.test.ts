import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import { aCase, aSignedCase, renderAll, signing, somePlan, someRecipes, takePhoto } from '../../../../test/a-case.ts';
import { codeOf } from '../../../../test/code-of.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import {
  getMySimulation,
  getStudioCase,
  listMyCases,
  reopenCase,
  requestPhotos,
  requestRedo,
  saveDraft,
  signAndPublish,
  takeCase,
  verifySignature,
} from '../index.ts';

const HOUR_MS = 3_600_000;
const wanted = { poses: ['front'], reason: 'too_dark', note: 'By a window, please.' } as const;
const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
const softer = (case_id: string) => ({ case_id, wishes: 'A little softer', idempotency_key: randomUUID() });
const mine = async (world: World, userId: string) => (await listMyCases(world, userId))[0];

/** Makes the same doctor draw and sign a redo. */
async function signAgain(world: World, doctor: Awaited<ReturnType<World['practitioner']>>, caseId: string) {
  const taken = await takeCase(world, doctor, caseId);
  const { version } = await saveDraft(world, doctor, caseId, taken.draft.version, { ...draft, style: 'glamour' });
  const seal = await renderAll(world, doctor, taken, version);
  await signAndPublish(world, doctor, signing(caseId, seal, version));
}

test('a patient can request a redo within the plan, a double click counts once, and the signed version stays visible', async () => {
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
  expect(await codeOf(requestRedo(world, patient.userId, softer(caseId)))).toBe('NO_REDO_LEFT');
});

test('newer photos for a redo do not change the seal of the signed version', async () => {
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

test('a redo is drawn on the photos that the patient took between the signature and the request', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  world.clock.advance(HOUR_MS);
  const taken = await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  await requestRedo(world, patient.userId, softer(caseId));
  const { photos, draft: again } = await getStudioCase(world, doctor, caseId);
  expect(photos).toHaveLength(3);
  expect(photos).toContainEqual(expect.objectContaining({ id: taken, pose: 'front' }));
  expect(again.version).toBe(2);
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(true);
  await signAgain(world, doctor, caseId);
});

test('a redo of a suspended doctor’s case goes to the queue for all doctors', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const colleague = await world.practitioner();
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [doctor.userId]);
  await requestRedo(world, patient.userId, softer(caseId));
  expect(await takeCase(world, colleague, caseId)).toMatchObject({ practitioner_id: colleague.userId });
});

test('a redo of the case of another patient, or of a case that nobody has signed, is refused', async () => {
  const world = await aWorld();
  const { caseId } = await aSignedCase(world);
  const waiting = await aCase(world);
  expect(await codeOf(requestRedo(world, waiting.patient.userId, softer(caseId)))).toBe('NOT_FOUND');
  expect(await codeOf(requestRedo(world, waiting.patient.userId, softer(waiting.caseId)))).toBe('CASE_NOT_SIGNED');
});

test('a doctor can correct a signed simulation, and the reason for it is stored', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const opened = await reopenCase(world, doctor, caseId, 'Left and right were mistaken');
  expect(opened).toMatchObject({ status: 'in_review', practitioner_id: doctor.userId, signed_version: 1 });
  expect(await codeOf(reopenCase(world, doctor, caseId, 'again'))).toBe('CASE_NOT_SIGNED');
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(true);
  const log = await world.db.selectFrom('audit_log').select('reason').where('action', '=', 'case.reopened').execute();
  expect(log).toEqual([{ reason: 'Left and right were mistaken' }]);
});
