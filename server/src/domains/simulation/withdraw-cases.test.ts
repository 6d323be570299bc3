import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Answers } from '#contract/intake.ts';
import { noMarkings } from '#contract/markings.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aSignedCase, consentToSimulation, someAnswers, somePlan, someRecipes } from '../../../test/a-case.ts';
import { aWorld, type World } from '../../../test/world.ts';
import {
  getMySimulation,
  getStudioCase,
  listMyCases,
  reopenCase,
  requestPhotos,
  requestRedo,
  saveDraft,
  takeCase,
} from './index.ts';
import { requestSimulation } from './flow/request-simulation.ts';

const draft = { style: 'glamour', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;

async function withdraw(world: World, patient: SignedIn): Promise<void> {
  await world.browserOf(patient).post('/rpc/withdraw_consent', { purpose: 'simulation' });
  await world.outbox.drain();
}

async function agreeAgain(world: World, patient: SignedIn): Promise<void> {
  await world.browserOf(patient).post('/rpc/give_consent', consentToSimulation);
  await world.outbox.drain();
}

test('if the consent is withdrawn during a redo, the case is signed as before, and the redo is not used', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const colleague = await world.practitioner();
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [doctor.userId]);
  world.clock.advance(60_000);
  const ask = () =>
    requestRedo(world, patient.userId, { case_id: caseId, wishes: 'softer', idempotency_key: randomUUID() });
  await ask();
  await world.database.owner.query('update users set suspended_at = null where id = $1', [doctor.userId]);
  await takeCase(world, colleague, caseId);
  await requestPhotos(world, colleague, caseId, { poses: ['front'], reason: 'too_dark', note: 'By a window.' });
  await withdraw(world, patient);
  await agreeAgain(world, patient);

  expect(await listMyCases(world, patient.userId)).toMatchObject([
    { id: caseId, status: 'published', redos_left: 1, photo_request: null },
  ]);
  expect((await getMySimulation(world, patient.userId, caseId)).signature.is_intact).toBe(true);
  const { practitioner_id, history } = await getStudioCase(world, doctor, caseId);
  expect(practitioner_id).toBe(doctor.userId);
  expect(history.map(({ kind }) => kind)).toContain('withdrawn');
  expect(await ask()).toMatchObject({ status: 'received', redos_left: 0 });
});

test('if the consent is withdrawn during a correction, the case is signed as before, and can be corrected later', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await reopenCase(world, doctor, caseId, 'Left and right were mistaken');
  await saveDraft(world, doctor, caseId, 2, draft);
  await withdraw(world, patient);
  await agreeAgain(world, patient);

  const signed = await getStudioCase(world, doctor, caseId);
  expect(signed).toMatchObject({ status: 'published', signed_version: 1, draft: { version: 1 } });
  expect(signed.renderings).toHaveLength(9);
  const again = await reopenCase(world, doctor, caseId, 'Left and right were mistaken');
  expect(again).toMatchObject({ status: 'in_review', draft: { version: 4, style: 'natural' } });
});

test('a new consent opens a case in place of a withdrawn one, if the plan includes another simulation', async () => {
  const world = await aWorld();
  const { patient } = await aSignedCase(world);
  const setPlan = (plan: 'free' | 'essential') =>
    world.db.updateTable('users').set({ plan }).where('id', '=', patient.userId).execute();
  const states = async () => (await listMyCases(world, patient.userId)).map(({ status }) => status);
  await setPlan('essential');
  world.clock.advance(60_000);
  await requestSimulation(world, patient.userId, randomUUID());
  await withdraw(world, patient);
  await setPlan('free');
  await agreeAgain(world, patient);
  expect(await states()).toEqual(['withdrawn', 'published']);

  await setPlan('essential');
  // A photo after the change of the plan is no request for another simulation.
  await world.outbox.emit(world.db, 'intake.photosChanged', { user_id: patient.userId });
  await world.outbox.drain();
  expect(await states()).toEqual(['withdrawn', 'published']);
  await withdraw(world, patient);
  world.clock.advance(60_000);
  await agreeAgain(world, patient);
  expect(await states()).toEqual(['received', 'withdrawn', 'published']);
});

test('later answers of the patient do not change the style that a signed simulation shows as requested', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const answer = (result_type: Answers['result_type'], at: Date) =>
    withSystem(world.system, async (tx) => {
      const [lead, answers] = [randomUUID(), JSON.stringify({ ...someAnswers, result_type })];
      await sql`insert into leads (id, secret_hash, user_id) values (${lead}, sha256(${lead}::text::bytea), ${patient.userId})`.execute(
        tx,
      );
      await sql`insert into answers (lead_id, version, user_id, answers, created_at)
        values (${lead}, 1, ${patient.userId}, ${answers}, ${at})`.execute(tx);
    });
  const asked = async () => (await getMySimulation(world, patient.userId, caseId)).style_asked_for;
  const now = world.clock.now().getTime();
  await answer('very_natural', new Date(now - 60_000));
  await answer('advanced_harmonization', new Date(now + 60_000));
  expect(await asked()).toBe('natural');
});
