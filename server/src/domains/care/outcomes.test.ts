import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RecordContent } from '#contract/treatment-records.ts';
import { recordTreatment } from '#server/domains/simulation/index.ts';
import { aSignedCase } from '../../../test/a-case.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { answerOutcomeCheck, getMyOutcomes, setTreatmentDate } from './outcomes.ts';

const today = (world: World) => world.clock.now().toISOString().slice(0, 10);
const aRecord = (treated_on: string, amount: number): RecordContent => ({
  visit: 0,
  treated_on,
  products: [
    {
      product: 'botulinum_toxin_a',
      name: 'Toxin A 100',
      manufacturer: 'Acme Pharma',
      lot: 'C7654-C3',
      expires_on: '2099-01-31',
      gtin: null,
      serial: null,
    },
  ],
  points: [{ treatment: 'forehead', side: null, product: 0, amount, unit: 'units', instrument: 'needle', events: [] }],
  events: [],
  note: '',
  photo_ids: [],
});

test('outcome checks count from the recorded day and compare planned with given doses', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const record = (amount: number) =>
    recordTreatment(world, doctor, {
      case_id: caseId,
      record: aRecord(today(world), amount),
      idempotency_key: randomUUID(),
    });
  await setTreatmentDate(world, patient.userId, caseId, today(world));
  expect(await getMyOutcomes(world, patient.userId, caseId)).toMatchObject({ done: [] });
  world.clock.advance(3 * 86_400_000);
  await record(10);
  await world.outbox.drain();
  const outcomes = await getMyOutcomes(world, patient.userId, caseId);
  expect(outcomes).toMatchObject({
    treated_on: today(world),
    done: [{ treatment: 'forehead', unit: 'units', planned: 12, done: 10 }],
  });
  // A second record of the same visit adds its doses to the injected doses (`done`). The planned doses do not change.
  await record(2);
  expect((await getMyOutcomes(world, patient.userId, caseId)).done).toMatchObject([{ planned: 12, done: 12 }]);
  await expect(setTreatmentDate(world, patient.userId, caseId, today(world))).rejects.toMatchObject({
    data: { fields: { treated_on: ['recorded'] } },
  });
  world.clock.advance(14 * 86_400_000);
  const check = { kind: 'two_weeks', match: 4, satisfaction: 5, events: [] as never[], note: '' } as const;
  const answered = await answerOutcomeCheck(world, patient.userId, caseId, check);
  expect(answered.checks).toHaveLength(1);
});

test('a check can be answered as soon as its day has begun in the patient’s time zone, but not a day earlier', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const treatedOn = today(world);
  await setTreatmentDate(world, patient.userId, caseId, treatedOn);
  const { due } = await getMyOutcomes(world, patient.userId, caseId);
  const dueOn = due.find(({ kind }) => kind === 'two_weeks')?.due_on ?? '';
  const check = { kind: 'two_weeks', match: 4, satisfaction: 5, events: [] as never[], note: '' } as const;
  // 00:30 in Tokyo is 15:30 UTC of the day before.
  world.clock.set(new Date(Date.parse(dueOn) - 15 * 3_600_000));
  await expect(answerOutcomeCheck(world, patient.userId, caseId, check)).rejects.toMatchObject({
    code: 'CHECK_NOT_DUE',
  });
  world.clock.set(new Date(Date.parse(dueOn) - 8.5 * 3_600_000));
  expect((await answerOutcomeCheck(world, patient.userId, caseId, check)).checks).toHaveLength(1);
});
