import { describe, expect, test } from 'vitest';
import { type Observation, pool, shownCount } from './pool.ts';
import { pOfT, tOfP, wilson } from './student.ts';

/** Returns a generator of numbers between 0 and 1 that gives the same numbers for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Makes people whose results scatter by 0.4 mm around the likely change of 1.5 mm plus `bias`. */
const people = (seed: number, count: number, { bias = 0, cell = 'chin' } = {}): Observation[] => {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, n) => ({
    person: `${cell} ${n}`,
    cell,
    simulated: 1.5,
    seen: 1.5 + bias + 0.4 * normal(random),
    band: [0.8, 1, 1.2] as const,
  }));
};
const same = (count: number, seen: number, over: Partial<Observation> = {}): Observation[] =>
  Array.from({ length: count }, (_, n) => ({
    person: `p${n}`,
    cell: 'chin',
    simulated: 2,
    band: [0.8, 1, 1.2],
    seen: seen + (n % 2 === 0 ? 0.1 : -0.1),
    ...over,
  }));
const findings = (observations: readonly Observation[]) => pool(observations).map(({ result }) => result?.finding);

describe('few people', () => {
  test('the count of a group without people is shown as zero, and the counts 1 to 9 are not shown', () => {
    expect(pool([])).toEqual([]);
    expect([0, 1, 9, 10, 14, 15, 29].map(shownCount)).toEqual([0, null, null, 10, 10, 15, 25]);
  });

  test('a group of nine people shows only that there are too few, and a group of ten shows a result', () => {
    expect(pool(same(9, 2))).toEqual([{ cell: 'chin', count: null, result: null }]);
    expect(pool(same(10, 2))[0]).toMatchObject({ count: 10, result: { finding: 'none' } });
    expect(pool(same(14, 2))[0]?.count).toBe(10);
  });

  test('a person with ten photos counts as one person', () => {
    expect(pool(same(10, 2).map((one) => ({ ...one, person: 'p' })))[0]?.result).toBeNull();
    // A second photo of each person does not make the interval narrower.
    const once = pool(people(1, 12))[0]!.result!;
    expect(pool([...people(1, 12), ...people(1, 12)])[0]!.result).toEqual(once);
    // A person with many photos has the same weight as everyone else.
    const many = [...same(10, 2), ...same(20, 9).map((one) => ({ ...one, person: 'p10' }))];
    expect(pool(many)[0]!.result!.error.mean).toBeCloseTo(7 / 11, 9);
  });
});

describe('the error', () => {
  test('the error of a simulation is the seen change minus the likely change, with an interval by the t distribution', () => {
    // The errors are ±0.1 around 0.5. Their standard deviation is 0.10541, and the standard error of the mean is
    // 0.03333. For nine degrees of freedom, t is 2.2622.
    const { error, finding } = pool(same(10, 2.5))[0]!.result!;
    expect(error.mean).toBeCloseTo(0.5, 9);
    expect(error.low).toBeCloseTo(0.5 - 0.0754, 4);
    expect(error.high).toBeCloseTo(0.5 + 0.0754, 4);
    expect(finding).toBe('more');
    expect(findings(same(10, 1.5))).toEqual(['less']);
  });

  test('the error is measured from the likely share of the simulated change, not from the whole change', () => {
    expect(pool(same(10, 1, { band: [0.3, 0.5, 0.7] }))[0]!.result!.error.mean).toBeCloseTo(0, 9);
  });

  test('the error has the direction of the simulated change, even for a zone that darkens', () => {
    const darker = pool(same(10, -2.5, { simulated: -2 }))[0]!.result!;
    expect(darker.error.mean).toBeCloseTo(0.5, 9);
    expect(darker.finding).toBe('more');
    expect(pool(same(10, -2, { simulated: -2 }))[0]!.result!.covered.mean).toBe(1);
    expect(pool(same(10, 2, { simulated: -2 }))[0]!.result!.covered.mean).toBe(0);
  });

  test('an error that is the same for everyone counts as certain unless it is zero', () => {
    const alike = (seen: number) => same(10, 0).map((one) => ({ ...one, seen }));
    expect(findings(alike(2.5))).toEqual(['more']);
    expect(findings(alike(2))).toEqual(['none']);
  });
});

test('the covered share counts the results within the band, including its ends', () => {
  const at = (seen: number) => same(10, 0).map((one) => ({ ...one, seen }));
  expect(pool(at(1.6))[0]!.result!.covered.mean).toBe(1);
  expect(pool(at(2.4))[0]!.result!.covered.mean).toBe(1);
  expect(pool(at(1.59))[0]!.result!.covered.mean).toBe(0);
  expect(pool(at(2.41))[0]!.result!.covered.mean).toBe(0);
  const half = [...at(2), ...at(5).map((one) => ({ ...one, person: `q ${one.person}` }))];
  expect(pool(half)[0]!.result!.covered).toEqual({
    mean: 0.5,
    low: expect.closeTo(0.2993, 4),
    high: expect.closeTo(0.7007, 4),
  });
});

test('groups are sorted by their names, and each counts its own people', () => {
  const cells = pool([...people(1, 12, { cell: 'lips' }), ...people(2, 3, { cell: 'chin' })]);
  expect(cells.map(({ cell, count }) => [cell, count])).toEqual([
    ['chin', null],
    ['lips', 10],
  ]);
});

describe('over many random reports', () => {
  const cells = Array.from({ length: 12 }, (_, n) => `zone ${n}`);
  const report = (seed: number, biased: string | null) =>
    pool(cells.flatMap((cell, n) => people(seed * 100 + n, 20, { cell, bias: cell === biased ? 0.5 : 0 })));

  test('a bias of half a millimetre is found in its own cell and with the right direction', () => {
    const found = Array.from(
      { length: 100 },
      (_, seed) => report(seed, 'zone 3').find(({ cell }) => cell === 'zone 3')?.result?.finding,
    );
    expect(found.filter((finding) => finding === 'more').length).toBeGreaterThanOrEqual(90);
    expect(found).not.toContain('less');
  });

  test('without a bias, at most one report in twenty finds one, although each report has twelve groups', () => {
    const alarms = Array.from({ length: 400 }, (_, seed) => report(seed + 1000, null)).filter((told) =>
      told.some(({ result }) => result?.finding !== 'none'),
    );
    // The limit is 5 % of 400 reports, which is the expected number, plus three standard deviations of this number.
    expect(alarms.length).toBeLessThanOrEqual(33);
    // A rule that never found anything would be useless, so the number must not be near zero.
    expect(alarms.length).toBeGreaterThan(3);
  });

  test('the interval of the mean error contains the true value in 95 of 100 reports', () => {
    const held = Array.from(
      { length: 600 },
      (_, seed) => pool(people(seed + 5000, 15, { bias: 0.3 }))[0]!.result!.error,
    );
    const share = held.filter(({ low, high }) => low <= 0.3 && high >= 0.3).length / held.length;
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.98);
  });
});

test('an error found for ten people needs a t above 2.2622', () => {
  // The standard error is 0.03333, so t is 2.25 in the first line and 2.28 in the second.
  expect(findings(same(10, 2.075))).toEqual(['none']);
  expect(findings(same(10, 2.076))).toEqual(['more']);
});

test('after a more certain error, a second one needs only the threshold for a single group', () => {
  // A t of 2.4 has a p of 0.04. Holm's method has two steps here. The first step needs a p of at most 0.025, and the
  // last step needs a p of at most 0.05.
  const weak = same(10, 2.08, { cell: 'lips' });
  expect(findings([...same(10, 3), ...weak])).toEqual(['more', 'more']);
  expect(findings([...same(10, 2), ...weak])).toEqual(['none', 'none']);
});

test('the error is measured in the same way for large, small and absent simulated changes', () => {
  const { error, covered } = pool(same(10, 0.7, { simulated: 0.5, band: [0.5, 1, 2] }))[0]!.result!;
  expect(error.mean).toBeCloseTo(0.2, 9);
  expect(covered.mean).toBe(1);
  expect(pool(same(10, 0.3, { simulated: 0 }))[0]!.result!.error.mean).toBeCloseTo(0.3, 9);
});

test('a second bias is found after the first one met the strictest threshold', () => {
  const two = [
    ...people(7, 20, { bias: 2 }),
    ...people(8, 20, { cell: 'lips', bias: 2 }),
    ...people(9, 20, { cell: 'nose' }),
  ];
  expect(pool(two).map(({ cell, result }) => [cell, result?.finding])).toEqual([
    ['chin', 'more'],
    ['lips', 'more'],
    ['nose', 'none'],
  ]);
});

describe('tables of statistics', () => {
  test('the t distribution matches its published table', () => {
    expect(tOfP(0.05, 9)).toBeCloseTo(2.2622, 4);
    expect(tOfP(0.05, 2)).toBeCloseTo(4.3027, 4);
    expect(tOfP(0.05, 3)).toBeCloseTo(3.1824, 4);
    expect(tOfP(0.05, 4)).toBeCloseTo(2.7764, 4);
    expect(tOfP(0.05, 10)).toBeCloseTo(2.2281, 4);
    expect(tOfP(0.01, 30)).toBeCloseTo(2.75, 3);
    expect(tOfP(0.05, 5000)).toBeCloseTo(1.9604, 3);
    expect(pOfT(2.2622, 9)).toBeCloseTo(0.05, 5);
    expect(pOfT(-2.2622, 9)).toBeCloseTo(0.05, 5);
    expect(pOfT(0, 9)).toBe(1);
    expect(pOfT(0, 10)).toBe(1);
    expect(pOfT(0.1, 9)).toBeCloseTo(0.92254, 4);
    expect(pOfT(Number.POSITIVE_INFINITY, 9)).toBeCloseTo(0, 12);
  });

  test('intervals by Wilson match their published values', () => {
    const none = wilson(0, 10);
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(0.2775, 4);
    const all = wilson(1, 10);
    expect(all.low).toBeCloseTo(0.7225, 4);
    expect(all.high).toBeCloseTo(1, 9);
  });
});
