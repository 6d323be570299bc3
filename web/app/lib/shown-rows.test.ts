import { expect, test } from 'vitest';
import { AgendaLimits } from '#contract/agenda.ts';
import { isCut, shownRows } from './shown-rows.ts';

test.each([
  ['fewer visits than the limit', -1, false],
  ['exactly as many visits as the limit', 0, false],
  ['one visit more than the limit', 1, true],
])('a screen names missing visits only if there are more than it can show: %s', (_what, more, expected) => {
  const rows = Array.from({ length: AgendaLimits.rows + more }, (_each, index) => index);
  expect(isCut(rows)).toBe(expected);
  expect(shownRows(rows)).toEqual(rows.slice(0, AgendaLimits.rows));
});
