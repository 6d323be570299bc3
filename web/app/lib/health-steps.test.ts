import { expect, test } from 'vitest';
import { type HistoryDraft, HistoryQuestions, type MedicalHistory } from '#contract/care.ts';
import { asSent, firstOpenStep, openCount, SentHealth, stepAt, toldHealth, unsentOf } from './health-steps.ts';

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

test('details that the patient wrote before changing the answer to no are not sent', () => {
  const told = { pregnancy: { answer: 'no', details: 'third month' }, herpes: { answer: 'unsure', details: 'once' } };
  expect(asSent(told as HistoryDraft['answers'])).toEqual({
    pregnancy: no,
    herpes: { answer: 'unsure', details: 'once' },
  });
});

test('only what has changed since it was sent is sent when the patient leaves', () => {
  const sent = { answers: answered(2), medicines: 'Aspirin' };
  const [first, second] = HistoryQuestions;
  expect(unsentOf(sent, sent)).toBeNull();
  expect(unsentOf({ ...sent, medicines: '' }, sent)).toEqual({ answers: {}, medicines: '' });
  const details = { answer: 'yes', details: 'Twice a year' } as const;
  expect(unsentOf({ ...sent, answers: { ...sent.answers, [second]: details } }, sent)).toEqual({
    answers: { [second]: details },
  });
  const changed = { answer: 'no', details: 'Twice a year' } as const;
  expect(unsentOf({ ...sent, answers: { ...sent.answers, [first]: changed } }, sent)).toEqual({
    answers: { [first]: no },
  });
});

test('answers and medicines whose save failed are sent again with the next save', () => {
  const [first, second] = HistoryQuestions;
  const sent = new SentHealth({ answers: {}, medicines: '' });
  const one = { answers: { [first]: no }, medicines: 'Aspirin' };
  expect(sent.take(one)).toEqual(one);
  expect(sent.take(one)).toBeNull();
  sent.failed(one);
  const two = { answers: { [first]: no, [second]: no }, medicines: 'Aspirin' };
  expect(sent.take(two)).toEqual(two);
  sent.failed({ answers: { [second]: no } });
  expect(sent.take(two)).toEqual({ answers: { [second]: no } });
});
