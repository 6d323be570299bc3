import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';
import { cleanRegion, compare, countExposure, getExperiment } from './experiment.ts';
import { startCheckout } from './start-checkout.ts';

test('each exposure and each conversion is counted once, by variant and region', async () => {
  const world = await aWorld();
  for (const variant of ['A', 'A', 'B'] as const) await countExposure(world, variant, 'Paris');
  await countExposure(world, 'B', '<script>');
  const patient = await world.patient();
  const start = {
    sku: 'elite_monthly',
    type: 'subscription',
    cycle: 'monthly',
    amount: 0,
    currency: '',
    variant: 'B',
    region: 'Paris',
  } as const;
  await world.pay((await startCheckout(world, patient, start)).url);
  const { userId } = await world.admin();
  const { regions, variants } = await getExperiment(world, userId);
  expect(regions).toEqual(['Global', 'Paris']);
  expect(variants.map(({ exposures, conversions }) => [exposures, conversions])).toEqual([
    [2, 0],
    [2, 1],
    [0, 0],
  ]);
  const paris = await getExperiment(world, userId, 'Paris');
  expect(paris.variants[1]).toMatchObject({ exposures: 1, conversions: 1, rate: 1, against_a: null });
});

test.each([
  ['Paris', 'Paris'],
  ['  Saint-Étienne ', 'Saint-Étienne'],
  ['', 'Global'],
  ['a@b.fr', 'Global'],
  ['+33 612345678', 'Global'],
])('the region %j is counted as %s', (given, counted) => expect(cleanRegion(given)).toBe(counted));

test('the test of two conversion rates gives the same result as textbooks', () => {
  // For 100 of 1000 and 130 of 1000: z = 2.1027, p = 0.0355.
  const result = compare({ exposures: 1000, conversions: 100 }, { exposures: 1000, conversions: 130 });
  expect(result?.difference).toBeCloseTo(0.03, 10);
  expect(result?.p).toBeCloseTo(0.0355, 3);
  expect(result?.low).toBeCloseTo(0.0021, 3);
  expect(result?.high).toBeCloseTo(0.0579, 3);
});

test('equal conversion rates have p = 1, and too few cases give no result', () => {
  expect(compare({ exposures: 100, conversions: 10 }, { exposures: 100, conversions: 10 })?.p).toBeCloseTo(1, 6);
  expect(compare({ exposures: 100, conversions: 4 }, { exposures: 100, conversions: 50 })).toBeNull();
});
