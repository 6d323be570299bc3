import { expect, test } from 'vitest';
import { type HistoryDraft, HistoryQuestions, type MedicalHistory } from '#contract/care.ts';
import { firstOpenStep, openCount, stepAt, toldHealth } from './health-steps.ts';

const no = { answer: 'no', details: '' } as const;
const answered = (count: number): HistoryDraft['answers'] =>
  Object.fromEntries(HistoryQuestions.slice(0, count).map((question) => [question, no]));

test.each([
  [0, 1],
  [4, 5],
  [9, 10],
])('with %i answers the person continues at step %i', (count, step) => {
  expect(firstOpenStep(answered(count))).toBe(step);
  expect(openCount(answered(count))).toBe(9 - count);
});

test.each([
  [null, 5],
  ['2', 2],
  ['5', 5],
  ['6', 5],
  ['10', 5],
  ['0', 5],
  ['-1', 5],
  ['two', 5],
])('the address %s leads to step %i while four questions are answered', (asked, step) =>
  expect(stepAt(asked, answered(4))).toBe(step),
);

test('if a draft from another device lacks an answer, its question is asked again', () => {
  expect(firstOpenStep({ ...answered(9), keloids: undefined })).toBe(HistoryQuestions.indexOf('keloids') + 1);
});

test.each([
  ['Aspirin', null, 'Aspirin'],
  ['Aspirin', 'Vitamin D', 'Vitamin D'],
  ['Aspirin', '', ''],
  [undefined, null, ''],
])('with the medicines %j handed in and %j in the draft, the patient sees %j', (earlier, medicines, shown) => {
  const submitted = earlier === undefined ? undefined : ({ questions: {}, medicines: earlier } as MedicalHistory);
  expect(toldHealth(submitted, { answers: {}, medicines }).medicines).toBe(shown);
});
