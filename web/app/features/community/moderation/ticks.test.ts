import { expect, test } from 'vitest';
import { CommunityLimits } from '#contract/community/terms.ts';
import { chosenOf, isTickable, toggled } from './ticks.ts';

const aCase = (id: string, version: number | null = 1, is_own = false) => ({ id, is_own, subject: { version } });
const none = new Map<string, number | null>();

test('a report stays selected until its text changes or it leaves the queue', () => {
  const cases = [aCase('a'), aCase('b'), aCase('person', null)];
  const ticks = toggled(cases, toggled(cases, none, 'a'), 'person');
  expect(chosenOf(cases, ticks)).toEqual([aCase('a'), aCase('person', null)]);
  const edited = [aCase('a', 2), aCase('b'), aCase('person', null)];
  expect(chosenOf(edited, ticks)).toEqual([aCase('person', null)]);
  expect(chosenOf([aCase('b')], ticks)).toEqual([]);
  // The moderator selects the new text after reading it.
  expect(chosenOf(edited, toggled(edited, ticks, 'a'))).toEqual([aCase('a', 2), aCase('person', null)]);
  expect(chosenOf(cases, toggled(cases, ticks, 'a'))).toEqual([aCase('person', null)]);
});

test('a report about the moderator’s own text cannot be selected', () => {
  const cases = [aCase('mine', 1, true), aCase('a')];
  expect(isTickable(aCase('mine', 1, true), [])).toBe(false);
  expect(chosenOf(cases, toggled(cases, none, 'mine'))).toEqual([]);
});

test('no more reports can be selected than one decision accepts', () => {
  const cases = Array.from({ length: CommunityLimits.together_max + 1 }, (_, at) => aCase(`${at}`));
  const full = cases.slice(1).reduce((ticks, { id }) => toggled(cases, ticks, id), none as ReturnType<typeof toggled>);
  expect(chosenOf(cases, full)).toHaveLength(CommunityLimits.together_max);
  expect(chosenOf(cases, toggled(cases, full, '0'))).toHaveLength(CommunityLimits.together_max);
  expect(isTickable(aCase('0'), cases.slice(1))).toBe(false);
  expect(isTickable(aCase('1'), cases.slice(1))).toBe(true);
});
