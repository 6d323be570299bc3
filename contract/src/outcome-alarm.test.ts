import { expect, test } from 'vitest';
import { doubtfulSigns } from './outcome-alarm.ts';

/** Notes of satisfied patients, and of patients who need help. The patient is asked about both. */
test.each([
  ['I can’t see any difference.', ['vision']],
  ['Je ne vois plus mes rides, merci !', ['vision']],
  ['Ich sehe die Falten nicht mehr.', ['vision']],
  ['Ya no veo las arrugas.', ['vision']],
  ['Non vedo più le rughe.', ['vision']],
  ['Não vejo diferença', ['vision']],
  ['Больше не вижу морщин.', ['vision']],
  ['لا أرى فرقا', ['vision']],
  ['看不到变化', ['vision']],
  ['左目が見えなくなりました', ['vision']],
  ['왼쪽 눈이 안 보여요', ['vision']],
  ['I can’t see any lines, but I have trouble breathing.', ['vision', 'breathing']],
  ['All is well.', []],
] as const)('%s', (note, signs) => {
  expect(doubtfulSigns({ events: [], note })).toEqual(signs);
});

test('nothing is asked if an answer is alarming anyway', () => {
  expect(doubtfulSigns({ events: ['infection'], note: 'I can’t see any lines.' })).toEqual([]);
  expect(doubtfulSigns({ events: [], note: 'I can’t see a future. I want to die.' })).toEqual([]);
});
