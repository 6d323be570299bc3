import { describe, expect, test } from 'vitest';
import type { Hours } from '#contract/clinics.ts';
import {
  addException,
  addRule,
  changeException,
  changeRule,
  copyDay,
  formOf,
  inputOf,
  readEnd,
  removeException,
  removeRule,
  rulesOn,
  shownEnd,
} from './hours-form.ts';

const PARIS = '01900000-0000-7000-8000-000000000001';
const LYON = '01900000-0000-7000-8000-000000000002';
const rule = (weekday: number, starts: string, ends: string, site_id = PARIS) => ({
  site_id,
  weekday,
  starts,
  ends,
  valid_from: '2026-11-20',
  valid_to: null,
});
const off = { site_id: null, day: '2026-12-24', kind: 'off', starts: null, ends: null } as const;
const hours = (rules: Hours['rules'] = [], exceptions: Hours['exceptions'] = []): Hours => ({
  sites: [],
  rules,
  exceptions,
  version: 'v1',
});
const timesOn = (form: ReturnType<typeof formOf>, weekday: 1 | 2 | 3) =>
  rulesOn(form, weekday).map((row) => [row.rule.starts, row.rule.ends]);

test('hours of a practitioner that were not edited are sent unchanged', () => {
  const came = hours([rule(1, '09:00', '12:00'), rule(2, '10:00', '24:00')], [off]);
  expect(inputOf(formOf(came))).toEqual({ rules: came.rules, exceptions: came.exceptions, version: 'v1' });
});

describe('the week', () => {
  test('the first interval added to a day is a morning, the second an afternoon, and the third a morning again', () => {
    let form = formOf(hours());
    for (let n = 0; n < 3; n++) form = addRule(form, 1, PARIS, '2026-11-20');
    expect(timesOn(form, 1)).toEqual([
      ['09:00', '12:00'],
      ['12:00', '18:00'],
      ['09:00', '12:00'],
    ]);
  });

  test('an interval of hours is changed and removed by its key, and the others stay', () => {
    const form = formOf(hours([rule(1, '09:00', '12:00'), rule(1, '14:00', '18:00'), rule(2, '09:00', '12:00')]));
    const changed = changeRule(form, 1, { ends: '19:00', site_id: LYON });
    expect(inputOf(changed).rules[1]).toEqual(rule(1, '14:00', '19:00', LYON));
    expect(timesOn(removeRule(changed, 0), 1)).toEqual([['14:00', '19:00']]);
    expect(timesOn(removeRule(changed, 0), 2)).toEqual([['09:00', '12:00']]);
  });

  test('copying a day replaces the hours and places of the chosen days, and the other days stay', () => {
    const form = formOf(hours([rule(1, '09:00', '12:00', LYON), rule(2, '08:00', '09:00'), rule(3, '10:00', '11:00')]));
    const copied = copyDay(form, 1, [1, 2]);
    expect(inputOf(copied).rules).toEqual([
      rule(1, '09:00', '12:00', LYON),
      rule(3, '10:00', '11:00'),
      rule(2, '09:00', '12:00', LYON),
    ]);
    expect(new Set(copied.rules.map(({ key }) => key)).size).toBe(3);
  });

  test('copying an empty day empties the chosen days', () => {
    expect(inputOf(copyDay(formOf(hours([rule(2, '08:00', '09:00')])), 1, [2])).rules).toEqual([]);
  });

  test('the intervals of a day are returned with their positions among all intervals', () => {
    const form = formOf(hours([rule(2, '09:00', '12:00'), rule(1, '09:00', '12:00')]));
    expect(rulesOn(form, 1).map(({ at }) => at)).toEqual([1]);
  });
});

test('a day off is added, changed and removed', () => {
  const form = addException(formOf(hours([], [off])), '2026-12-31');
  const changed = changeException(form, 1, { kind: 'extra', site_id: PARIS, starts: '09:00', ends: '10:00' });
  expect(inputOf(changed).exceptions).toEqual([
    off,
    { site_id: PARIS, day: '2026-12-31', kind: 'extra', starts: '09:00', ends: '10:00' },
  ]);
  expect(inputOf(removeException(changed, 0)).exceptions).toHaveLength(1);
});

test('midnight at the end of a day is shown as 00:00 and sent as 24:00', () => {
  expect([shownEnd('24:00'), shownEnd('18:30'), readEnd('00:00'), readEnd('18:30')]).toEqual([
    '00:00',
    '18:30',
    '24:00',
    '18:30',
  ]);
});
