import { expect, test } from 'vitest';
import { Answers } from './intake.ts';

const answers = {
  treatments_history: ['no'],
  knowledge_level: '1',
  main_goals: ['radiance'],
  facial_areas: ['lips'],
  result_type: 'unsure',
};
const faults = (change: object) =>
  Answers.safeParse({ ...answers, ...change }).error?.issues.map((issue) => issue.path.join('.')) ?? [];

test('answers with only the required parts are accepted', () => {
  expect(Answers.parse(answers)).toEqual({ ...answers, facial_areas_other: '', avoid_treatments: [], avoid_other: '' });
});

test('one to three goals are required, each only once', () => {
  expect(faults({ main_goals: [] })).toEqual(['main_goals']);
  expect(faults({ main_goals: ['anti_aging', 'radiance', 'contours', 'harmonize'] })).toEqual(['main_goals']);
  expect(faults({ main_goals: ['radiance', 'radiance'] })).toEqual(['main_goals']);
});

test("the choice 'other' requires a text, and the faults of both lists are reported at once", () => {
  expect(faults({ facial_areas: ['other'], facial_areas_other: '  ', avoid_treatments: ['other'] })).toEqual([
    'facial_areas_other',
    'avoid_other',
  ]);
  expect(faults({ facial_areas: ['other'], facial_areas_other: ' left temple ' })).toEqual([]);
});

test('text that the database cannot store is refused', () => {
  for (const words of ['a\u0000b', '\ud800'])
    expect(faults({ facial_areas_other: words })).toEqual(['facial_areas_other']);
});
