import { expect, test } from 'vitest';
import type { PlanSession } from '#contract/sessions.ts';
import { contentOf, draftFrom, missingIn, nextVisit, withinPlan } from './draft.ts';

const item = (treatment: string, product: string, dose: number, unit: 'units' | 'mL', per: 'area' | 'side') => ({
  treatment,
  area: 'upper_face' as const,
  product,
  dose,
  unit,
  per,
  reasons: [],
  risks: [],
  alternatives: [],
  aftercare: [],
  sentence: null,
});
const sessions: PlanSession[] = [
  {
    weeks_after: 0,
    review: false,
    items: [
      item('forehead', 'botulinum_toxin_a', 12, 'units', 'area'),
      item('glabella', 'botulinum_toxin_a', 20, 'units', 'area'),
      item('cheek', 'ha_firm', 0.4, 'mL', 'side'),
    ],
  },
];
const plan = { sessions, plan_version: 1 };

test('the new record of a planned visit has one product of each class and each dose at its place', () => {
  const { products, points } = draftFrom(plan, 0, '2026-11-23');
  expect(products.map(({ product, lot }) => [product, lot])).toEqual([
    ['botulinum_toxin_a', ''],
    ['ha_firm', ''],
  ]);
  const [toxin, filler] = products.map(({ key }) => key);
  expect(
    points.map(({ treatment, side, amount, product, instrument }) => [treatment, side, amount, product, instrument]),
  ).toEqual([
    ['forehead', null, '12', toxin, 'needle'],
    ['glabella', null, '20', toxin, 'needle'],
    ['cheek', 'right', '0.4', filler, null],
    ['cheek', 'left', '0.4', filler, null],
  ]);
});

test('a record that was begun for an earlier plan keeps its visit only if the newest plan has this visit', () => {
  const draft = draftFrom(plan, 0, '2026-11-23');
  expect(withinPlan(draft, sessions)).toBe(draft);
  const talk = { weeks_after: 0, review: true, items: [] };
  for (const other of [[], [talk]]) expect(withinPlan(draft, other)).toEqual({ ...draft, visit: null });
});

test('a treatment record reports each missing field, and accepts a comma as a decimal point', () => {
  const empty = draftFrom(plan, 0, '2026-11-23');
  const [toxin] = empty.products;
  const [forehead] = empty.points;
  if (!toxin || !forehead) throw new Error('the visit has a product');
  expect([...missingIn(empty, '2026-11-23').keys()].filter((id) => id.startsWith(toxin.key))).toEqual([
    `${toxin.key}-name`,
    `${toxin.key}-manufacturer`,
    `${toxin.key}-lot`,
    `${toxin.key}-expires`,
  ]);
  const typed = (amount: string) => ({ ...empty, points: [{ ...forehead, amount }] });
  for (const wrong of ['', '0', '-1', 'much', '201'])
    expect(missingIn(typed(wrong), '2026-11-23').get(`${forehead.key}-amount`), wrong).toBe('bad_amount');
  expect(missingIn(typed('12,5'), '2026-11-23').has(`${forehead.key}-amount`)).toBe(false);
  expect(contentOf(typed('12,5')).points[0]).toMatchObject({ amount: 12.5, unit: 'units', product: 0 });
  expect(missingIn({ ...empty, treated_on: '2026-11-24' }, '2026-11-23').get('treated_on')).toBe('bad_day');
});

test('the next visit is the first one of the current round without a record; a visit for a talk needs none', () => {
  const talk = { weeks_after: 2, review: true, items: [] };
  const plan = { sessions: [...sessions, talk, ...sessions] };
  const done = (visit: number | null, is_current = true) => ({ visit, is_current });
  expect(nextVisit({ ...plan, records: [] })).toBe(0);
  expect(nextVisit({ ...plan, records: [done(0)] })).toBe(2);
  expect(nextVisit({ ...plan, records: [done(2), done(0)] })).toBe(null);
  // Visits from before a redo, and treatments outside any plan, do not count as visits of this plan.
  expect(nextVisit({ ...plan, records: [done(0, false), done(2, false), done(null)] })).toBe(0);
});
