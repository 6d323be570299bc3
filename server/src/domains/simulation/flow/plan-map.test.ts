import { expect, test } from 'vitest';
import type { Injection } from '#contract/markings.ts';
import { mapOf } from './plan-map.ts';

const place = { landmarks: [10, 108, 337], weights: [0.5, 0.25, 0.25] } satisfies Injection['place'];
const point = (side: Injection['side'], dose: number): Injection => ({
  id: `${side}-${dose}`,
  treatment: 'forehead',
  side,
  product: '',
  dose,
  depth: 'intramuscular',
  pose: 'front',
  photo_id: 'front-1',
  x: 0.4,
  y: 0.2,
  place,
});

test('injection points with the same treatment, product and dose are printed as one row with all their numbers', async () => {
  const points = [point('right', 2), point('left', 2), point('right', 2), point('right', 2.5)];
  const blocks = await mapOf('en', points, async () => null);
  const [table] = blocks.filter((block) => block.kind === 'table');
  expect(table?.rows.map(([numbers, area, side, , , dose]) => [numbers, area, side, dose])).toEqual([
    ['1, 3', 'Forehead', 'Right', '2 × 2\u00a0U'],
    ['2', 'Forehead', 'Left', '2\u00a0U'],
    ['4', 'Forehead', 'Right', '2.5\u00a0U'],
  ]);
});

test('no injection map is printed if the plan has no points', async () => {
  expect(await mapOf('fr', [], async () => null)).toEqual([]);
});
