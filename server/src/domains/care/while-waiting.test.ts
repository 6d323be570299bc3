import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import { aCase, renderAll, someHistory, somePlan, someRecipes } from '../../../test/a-case.ts';
import { aWorld } from '../../../test/world.ts';
import { listMyCases, openCase, releaseCase, saveDraft, takeCase } from '../simulation/index.ts';
import { getCaseBackground, getHistoryDraft, saveHistoryDraft, saveMedicalHistory } from './index.ts';

const content = (recipes = someRecipes) => ({
  style: 'natural' as const,
  recipes,
  plan: somePlan,
  markings: noMarkings(),
});

test('the patient sees each step of the work once, and only after it has happened', async () => {
  const world = await aWorld();
  const [doctor, colleague] = [await world.practitioner(), await world.practitioner()];
  const { patient, caseId } = await aCase(world);
  const steps = async () => {
    world.clock.advance(60_000);
    return (await listMyCases(world, patient.userId))[0]?.steps.map(({ kind }) => kind);
  };
  expect(await steps()).toEqual([]);
  // Any doctor may open a case that nobody has taken. The patient's steps show only the work of the doctor in charge.
  await saveMedicalHistory(world, patient.userId, someHistory());
  await getCaseBackground(world, colleague, caseId);
  expect(await steps()).toEqual([]);

  const taken = await takeCase(world, doctor, caseId);
  expect(await steps()).toEqual([]);
  // A colleague who opens the case with a reason is not the doctor in charge either.
  await openCase(world, colleague, caseId, { reason: 'second_opinion', note: 'Asked by the doctor in charge' });
  await getCaseBackground(world, colleague, caseId);
  expect(await steps()).toEqual([]);
  await getCaseBackground(world, doctor, caseId);
  expect(await steps()).toEqual(['health_read']);
  await saveDraft(world, doctor, caseId, 0, content());
  expect(await steps()).toEqual(['health_read', 'drawing']);
  await renderAll(world, doctor, taken, 1);
  expect(await steps()).toEqual(['health_read', 'drawing', 'signing']);
  // A newer draft moves the case back to the step `drawing`, so this step is the newest.
  await saveDraft(world, doctor, caseId, 1, content({ ...someRecipes, natural: someRecipes.glamour }));
  expect(await steps()).toEqual(['health_read', 'signing', 'drawing']);

  // Reading the same answers again adds no step. Reading newer answers adds one.
  const before = (await listMyCases(world, patient.userId))[0]?.steps;
  await getCaseBackground(world, doctor, caseId);
  expect((await listMyCases(world, patient.userId))[0]?.steps).toEqual(before);
  await saveMedicalHistory(world, patient.userId, someHistory({ herpes: { answer: 'yes', details: '' } }));
  world.clock.advance(60_000);
  await getCaseBackground(world, doctor, caseId);
  expect(await steps()).toEqual(['signing', 'drawing', 'health_read']);

  // When a doctor releases the case and another doctor takes it, the list of steps is empty again.
  await releaseCase(world, doctor, caseId);
  expect(await steps()).toEqual([]);
  await takeCase(world, colleague, caseId);
  expect(await steps()).toEqual([]);
});

test('each health answer is saved in a draft, which only the patient sees and can open on every device', async () => {
  const world = await aWorld();
  const [{ userId }, other] = [await world.patient(), await world.patient()];
  expect(await getHistoryDraft(world, userId)).toEqual({ answers: {}, medicines: null });
  const no = { answer: 'no', details: '' } as const;
  const yes = { answer: 'yes', details: 'Twice a year' } as const;
  await Promise.all([
    saveHistoryDraft(world, userId, { answers: { pregnancy: no } }),
    saveHistoryDraft(world, userId, { answers: { herpes: yes } }),
    saveHistoryDraft(world, userId, { answers: {}, medicines: 'Vitamin D' }),
  ]);
  expect(await getHistoryDraft(world, userId)).toEqual({
    answers: { pregnancy: no, herpes: yes },
    medicines: 'Vitamin D',
  });
  expect(await getHistoryDraft(world, other.userId)).toEqual({ answers: {}, medicines: null });
  await saveHistoryDraft(world, userId, { answers: { herpes: no } });
  // An empty text is an answer and is stored as ''. For null, the page would show the medicines of the earlier history.
  await saveHistoryDraft(world, userId, { answers: {}, medicines: '' });
  expect((await getHistoryDraft(world, userId)).medicines).toBe('');
  expect((await getHistoryDraft(world, userId)).answers.herpes).toEqual(no);
  await saveMedicalHistory(world, userId, someHistory());
  expect(await getHistoryDraft(world, userId)).toEqual({ answers: {}, medicines: null });
});
