import { expect, test } from 'vitest';
import { classOfDose, type GivenDose, sumOfDoses } from './received-doses.ts';

const dose = (on: string, of: GivenDose['of'], amount: number, source: string): GivenDose => ({
  on,
  of,
  amount,
  source,
});

/** These sums were written by hand. The current day is 20 November 2026. */
const sums: [what: string, doses: GivenDose[], received: [on: string, of: string, amount: number][]][] = [
  ['nothing', [], []],
  [
    'the points of a visit',
    [dose('2026-06-01', 'filler', 0.1, 'record'), dose('2026-06-01', 'filler', 0.2, 'record')],
    [['2026-06-01', 'filler', 0.3]],
  ],
  [
    'two classes on one day, and two days, newest first',
    [
      dose('2026-06-01', 'filler', 1, 'record'),
      dose('2026-06-01', 'toxin', 50, 'record'),
      dose('2026-09-01', 'toxin', 20, 'record'),
    ],
    [
      ['2026-09-01', 'toxin', 20],
      ['2026-06-01', 'filler', 1],
      ['2026-06-01', 'toxin', 50],
    ],
  ],
  [
    'a record instead of a plan or an import of the same day, even if they tell of more',
    [
      dose('2026-06-01', 'filler', 2, 'record'),
      dose('2026-06-01', 'filler', 4, 'case-1'),
      dose('2026-06-01', 'filler', 3, 'imported'),
    ],
    [['2026-06-01', 'filler', 2]],
  ],
  [
    'one of two plans that name the same day: the larger one',
    [
      dose('2026-06-01', 'filler', 1, 'case-1'),
      dose('2026-06-01', 'filler', 1.5, 'case-1'),
      dose('2026-06-01', 'filler', 2, 'case-2'),
    ],
    [['2026-06-01', 'filler', 2.5]],
  ],
  [
    'a plan of another day than the record',
    [dose('2026-06-01', 'filler', 2, 'record'), dose('2026-06-02', 'filler', 3, 'case-1')],
    [
      ['2026-06-02', 'filler', 3],
      ['2026-06-01', 'filler', 2],
    ],
  ],
  [
    'today, but not a visit that is still to come',
    [dose('2026-11-20', 'toxin', 5, 'case-1'), dose('2026-11-21', 'toxin', 7, 'case-1')],
    [['2026-11-20', 'toxin', 5]],
  ],
  [
    'a record of today from a place where the next day has begun',
    [dose('2026-11-21', 'toxin', 7, 'record')],
    [['2026-11-21', 'toxin', 7]],
  ],
  ['no treatment without a limit', [dose('2026-06-01', null, 60, 'record')], []],
];

test('a dose at a visit of the plan names this visit by its index', () => {
  const doses = [
    { ...dose('2026-06-01', 'filler', 2, 'record'), visit: 0, visits: 2 },
    { ...dose('2026-06-01', 'filler', 1, 'record'), visit: 0, visits: 2 },
    dose('2026-06-01', 'filler', 0.5, 'record'),
    dose('2026-06-01', 'filler', 9, 'imported'),
  ];
  expect(sumOfDoses(doses, '2026-11-20')).toEqual([
    { on: '2026-06-01', of: 'filler', amount: 3, visit: 0, visits: 2 },
    { on: '2026-06-01', of: 'filler', amount: 0.5 },
  ]);
});

test.each(sums)('the received doses count %s', (_what, doses, received) => {
  expect(sumOfDoses(doses, '2026-11-20').map(({ on, of, amount }) => [on, of, amount])).toEqual(received);
});

test.each([
  ['forehead', 'toxin'],
  ['neck_bands', 'toxin'],
  ['chin', 'filler'],
  ['redness', null],
  ['thread_lift', null],
])('the dose of %s counts as %s', (treatment, of) => expect(classOfDose(treatment)).toBe(of));
