import { expect, test } from 'vitest';
import { alarmsIn, doubtfulSigns } from './outcome-alarm.ts';

/**
 * Notes of satisfied patients and of patients who need help. The search finds a sign in both, so the patient must
 * confirm or deny it.
 */
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
  ['My skin turned black above the lip', ['blanching']],
  ['My tongue is swollen', ['breathing']],
  ['I have unbearable pain', ['severe_pain']],
  ['I have a fever and there is pus', ['fever']],
] as const)(
  'trust 13: the patient is asked about possible signs in the note, and "yes" reports them all: %s',
  (note, signs) => {
    const confirmed = doubtfulSigns(note);
    expect(confirmed).toEqual(signs);
    expect(alarmsIn({ events: [], note, confirmed })).toEqual(signs);
    expect(alarmsIn({ events: [], note, confirmed: [] })).toEqual([]);
  },
);

test('trust 13: a ticked infection is reported whatever the patient answers about the signs in the note', () => {
  const answers = { events: ['infection'], note: 'I can’t see any difference.' } as const;
  expect(alarmsIn({ ...answers, confirmed: [] })).toEqual(['infection']);
  expect(alarmsIn({ ...answers, confirmed: doubtfulSigns(answers.note) })).toEqual(['vision', 'infection']);
});

test('the patient is asked nothing about a harmless note, or about one with thoughts of suicide', () => {
  expect(doubtfulSigns('All is well.')).toEqual([]);
  expect(doubtfulSigns('I can’t see a future. I want to die.')).toEqual([]);
});
