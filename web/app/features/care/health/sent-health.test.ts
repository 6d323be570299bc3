import { expect, test } from 'vitest';
import { type HistoryDraft, HistoryQuestions } from '#contract/care.ts';
import { asSent, SentHealth, unsentOf } from './sent-health.ts';

const no = { answer: 'no', details: '' } as const;

test('details that the patient wrote before changing the answer to no are not sent', () => {
  const told = { pregnancy: { answer: 'no', details: 'third month' }, herpes: { answer: 'unsure', details: 'once' } };
  expect(asSent(told as HistoryDraft['answers'])).toEqual({
    pregnancy: no,
    herpes: { answer: 'unsure', details: 'once' },
  });
});

test('only what has changed since it was sent is sent when the patient leaves', () => {
  const [first, second] = HistoryQuestions;
  const sent = { answers: { [first]: no, [second]: no }, medicines: 'Aspirin' };
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
