import { describe, expect, test } from 'vitest';
import { clinicalTreatments, type TreatmentName, treatmentNames } from '../clinical.ts';
import { recipeFor, styles } from '../presets.ts';
import { type Dose, emptyRecipe, type Recipe, settleDose } from '../recipe.ts';
import { isOrdered, mayShareSession, weeksBetween } from './intervals.ts';
import { amountBefore, type CheckedSession, findPlanFaults, type Past, type PlanFault } from './plan-faults.ts';
import { amountOf, plannedItem, type PlannedSession, productsFor, weeksOf } from './planned.ts';
import { proposeSessions } from './propose-sessions.ts';

const recipe = (treatments: Recipe['treatments']): Recipe => ({ ...emptyRecipe, treatments });

/**
 * Returns one line for each session, such as 'week 2, review: jawline 1'. Doses that differ between the sides are
 * written as 'right/left'.
 */
function lines(sessions: readonly PlannedSession[]): string[] {
  const weeks = weeksOf(sessions);
  const amount = (dose: Dose) => (typeof dose === 'number' ? dose : `${dose.right}/${dose.left}`);
  return sessions.map(({ review, items }, at) => {
    const given = items.map(({ treatment, dose }) => `${treatment} ${amount(dose)}`).join(', ');
    return `week ${weeks[at]}${review ? ', review' : ''}${given && `: ${given}`}`;
  });
}

/**
 * These plans were written by hand. Toxin is limited to 100 U per visit. The same area may be treated again after 12
 * weeks, and is reviewed after 2 (BOTOX Cosmetic label and common practice). Filler is limited to 6 mL per visit and 20
 * mL per year (Restylane and JUVÉDERM instructions). The same area may be treated again after 4 weeks, and is reviewed
 * after 2. In one region, filler waits two weeks after toxin. Lasers wait two weeks after filler and one week after
 * toxin (Carruthers 2016). Lasers need three visits, four weeks apart.
 */
const plans: [what: string, treatments: Recipe['treatments'], sessions: string[]][] = [
  ['nothing', {}, []],
  ['a dose of zero', { forehead: 0, cheek: { right: 0, left: 0 } }, []],
  ['one toxin', { forehead: 10 }, ['week 0: forehead 10', 'week 2, review']],
  [
    'toxin and filler of different regions in one visit',
    { chin: 2, forehead: 10 },
    ['week 0: forehead 10, chin 2', 'week 2, review'],
  ],
  [
    'toxin two weeks before filler of the same region',
    { jawline: 1, masseter: 30 },
    ['week 0: masseter 30', 'week 2, review: jawline 1', 'week 4, review'],
  ],
  [
    'a second area of toxin beyond 100 U after the review of the first area',
    { glabella: 20, masseter: 50 },
    ['week 0: glabella 20', 'week 2, review: masseter 50', 'week 4, review'],
  ],
  [
    'exactly 100 U in one visit',
    { glabella: 20, masseter: 40 },
    ['week 0: glabella 20, masseter 40', 'week 2, review'],
  ],
  [
    'one area of filler beyond 6 mL in two halves, four weeks apart',
    { jawline: 4 },
    ['week 0: jawline 2', 'week 4, review: jawline 2', 'week 6, review'],
  ],
  [
    'sides that differ',
    { jawline: { right: 4, left: 3.05 } },
    ['week 0: jawline 2/1.55', 'week 4, review: jawline 2/1.5', 'week 6, review'],
  ],
  [
    'a dose on one side only',
    { cheek: { right: 0.5, left: 0 }, jawline: { right: 0, left: 0.5 } },
    ['week 0: cheek 0.5/0, jawline 0/0.5', 'week 2, review'],
  ],
  [
    'no part over the most of an area: three parts of 8.05 mL, because half is over 4 mL',
    { chin: 8.05 },
    ['week 0: chin 2.7', 'week 4, review: chin 2.7', 'week 8, review: chin 2.65', 'week 10, review'],
  ],
  [
    'filler with the first toxin, if the toxin of its own region comes later',
    { forehead: 30, masseter: 50, cheek: 1 },
    ['week 0: forehead 30, cheek 1', 'week 2, review: masseter 50', 'week 4, review'],
  ],
  [
    'another area between the two halves of one',
    { jawline: 4, temples: 2 },
    ['week 0: jawline 2', 'week 2, review: temples 2', 'week 4, review: jawline 2', 'week 6, review'],
  ],
  [
    'peels a week after toxin, which is reviewed at the second peel',
    { forehead: 30, radiance: 40 },
    [
      'week 0: forehead 30',
      'week 1: radiance 40',
      'week 3, review: radiance 40',
      'week 5: radiance 40',
      'week 7: radiance 40',
      'week 11, review',
    ],
  ],
  [
    'exactly 6 mL in one visit',
    { cheek: 1, chin: 2, jawline: 1 },
    ['week 0: cheek 1, chin 2, jawline 1', 'week 2, review'],
  ],
  [
    'areas of filler beyond 6 mL one after the other',
    { cheek: 2, chin: 2, jawline: 1.5 },
    ['week 0: cheek 2, chin 2', 'week 2, review: jawline 1.5', 'week 4, review'],
  ],
  [
    'filler beyond 20 mL in the next year',
    { upper_lip: 1.5, lower_lip: 1.5, cheek: 3, chin: 4, jawline: 4 },
    [
      'week 0: upper_lip 1.5, lower_lip 1.5',
      'week 2, review: cheek 3',
      'week 4, review: chin 4',
      'week 6, review: jawline 2',
      'week 52, review: jawline 2',
      'week 54, review',
    ],
  ],
  [
    'a laser as a course of three',
    { redness: 40 },
    ['week 0: redness 40', 'week 4, review: redness 40', 'week 8, review: redness 40', 'week 12, review'],
  ],
  [
    'one laser for two findings',
    { texture: 30, pores: 45 },
    [
      'week 0: texture 30, pores 45',
      'week 4, review: texture 30, pores 45',
      'week 8, review: texture 30, pores 45',
      'week 12, review',
    ],
  ],
  [
    'two lasers one after the other',
    { redness: 40, texture: 30 },
    [
      'week 0: redness 40',
      'week 4, review: redness 40',
      'week 8, review: redness 40',
      'week 12, review: texture 30',
      'week 16, review: texture 30',
      'week 20, review: texture 30',
      'week 24, review',
    ],
  ],
  [
    'a peel as a course of four',
    { radiance: 50 },
    ['week 0: radiance 50', 'week 2: radiance 50', 'week 4: radiance 50', 'week 6: radiance 50', 'week 10, review'],
  ],
  [
    'a laser a week after toxin',
    { redness: 40, forehead: 10 },
    [
      'week 0: forehead 10',
      'week 1: redness 40',
      'week 5, review: redness 40',
      'week 9, review: redness 40',
      'week 13, review',
    ],
  ],
  [
    'a laser two weeks after filler',
    { redness: 40, cheek: 1 },
    [
      'week 0: cheek 1',
      'week 2, review: redness 40',
      'week 6, review: redness 40',
      'week 10, review: redness 40',
      'week 14, review',
    ],
  ],
  [
    'a peel two weeks after filler, and two weeks apart',
    { radiance: 40, lower_lip: 0.5 },
    [
      'week 0: lower_lip 0.5',
      'week 2, review: radiance 40',
      'week 4: radiance 40',
      'week 6: radiance 40',
      'week 8: radiance 40',
      'week 12, review',
    ],
  ],
  [
    'toxin, filler and laser in this order',
    { dark_circles: 60, jawline: 1, masseter: 30 },
    [
      'week 0: masseter 30',
      'week 2, review: jawline 1',
      'week 4, review: dark_circles 60',
      'week 8, review: dark_circles 60',
      'week 12, review: dark_circles 60',
      'week 16, review',
    ],
  ],
];

test.each(plans)('the expected visits are proposed: %s', (_what, treatments, sessions) => {
  const proposed = proposeSessions(recipe(treatments));
  expect(lines(proposed)).toEqual(sessions);
  expect(proposed[0]?.weeks_after ?? 0).toBe(0);
});

test('the order of a recipe’s keys changes nothing, and the same recipe gives the same plan', () => {
  const { treatments } = recipeFor('glamour');
  const turned = Object.fromEntries(Object.entries(treatments).reverse());
  expect(proposeSessions(recipe(turned))).toEqual(proposeSessions(recipe(treatments)));
});

/** Returns the sum of a treatment's doses over all sessions. Doses in percent count as 0. */
function given(sessions: readonly PlannedSession[], name: TreatmentName): number {
  const doses = sessions.flatMap(({ items }) => items.filter(({ treatment }) => treatment === name));
  return Number(doses.reduce((sum, { dose }) => sum + amountOf(name, dose), 0).toFixed(4));
}

const recipes: [string, Recipe][] = [
  ...styles.map((style): [string, Recipe] => [style, recipeFor(style)]),
  [
    'the most of everything',
    recipe(Object.fromEntries(treatmentNames.map((name) => [name, clinicalTreatments[name].max]))),
  ],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((seed): [string, Recipe] => [`mixed ${seed}`, mixed(seed)]),
];

/** Returns a recipe with treatments and doses from a small seeded generator. Some doses differ between the sides. */
function mixed(seed: number): Recipe {
  let state = seed * 7919;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const chosen = treatmentNames.filter(() => next() < 0.5);
  return recipe(
    Object.fromEntries(
      chosen.map((name) => {
        const { max, per } = clinicalTreatments[name];
        const most = per === 'area' ? max / 2 : max;
        const dose = next() < 0.5 ? next() * max : { right: next() * most, left: next() * most };
        return [name, settleDose(name, dose)];
      }),
    ),
  );
}

describe.each(recipes)('the plan of %s', (_name, chosen) => {
  const sessions = proposeSessions(chosen);

  test('the plan check finds no fault in the proposed plan', () => {
    expect(findPlanFaults(sessions)).toEqual([]);
  });

  test('the proposed visits together contain exactly the doses of the recipe', () => {
    for (const [name, dose] of Object.entries(chosen.treatments) as [TreatmentName, Dose][])
      expect([name, given(sessions, name)]).toEqual([name, Number(amountOf(name, dose).toFixed(4))]);
  });

  test('the proposed plan ends with a review, and every other visit has a treatment', () => {
    expect(sessions.at(-1)).toMatchObject({ review: true, items: [] });
    expect(sessions.slice(0, -1).every(({ items }) => items.length > 0)).toBe(true);
  });
});

const session = (weeks_after: number, treatments: Record<string, Dose>): CheckedSession => ({
  weeks_after,
  items: Object.entries(treatments).map(([treatment, dose]) => ({ treatment: treatment as TreatmentName, dose })),
});

/** These faults were written by hand from the same sources as `plans`. */
const faults: [what: string, sessions: CheckedSession[], faults: object[]][] = [
  ['nothing wrong', [session(0, { forehead: 30 }), session(12, { forehead: 30 })], []],
  [
    'the same area of toxin after 11 weeks',
    [session(0, { forehead: 10 }), session(11, { forehead: 10 })],
    [{ kind: 'too_soon', session: 1, first: 'forehead', second: 'forehead', weeks: 11, needed: 12 }],
  ],
  [
    'more of one area than a session allows',
    [session(0, { tear_trough: 1.25 })],
    [{ kind: 'dose_over_session', session: 0, treatment: 'tear_trough' }],
  ],
  [
    'more on one side of a whole area than half of its most',
    [session(0, { chin: { right: 2.05, left: 0.5 } })],
    [{ kind: 'dose_over_session', session: 0, treatment: 'chin' }],
  ],
  [
    '6.05 mL in one visit',
    [session(0, { cheek: 1, chin: 2.05, jawline: 1 })],
    [{ kind: 'class_over_session', session: 0, of: 'filler', amount: 6.05, most: 6 }],
  ],
  [
    '101 U in one visit',
    [session(0, { glabella: 21, masseter: 40 })],
    [{ kind: 'class_over_session', session: 0, of: 'toxin', amount: 101, most: 100 }],
  ],
  [
    '20.5 mL within a year',
    [
      session(0, { chin: 4, upper_lip: 0.5 }),
      session(4, { chin: 4 }),
      session(4, { chin: 4 }),
      session(4, { chin: 4 }),
      session(39, { chin: 4 }),
    ],
    [{ kind: 'class_over_period', session: 4, of: 'filler', amount: 20.5, most: 20 }],
  ],
  [
    'the same doses, the last one a year after the first',
    [
      session(0, { chin: 4, upper_lip: 0.5 }),
      session(4, { chin: 4 }),
      session(4, { chin: 4 }),
      session(4, { chin: 4 }),
      session(40, { chin: 4 }),
    ],
    [],
  ],
  [
    'toxin and filler of one region in one visit',
    [session(0, { masseter: 20, jawline: 1 })],
    [{ kind: 'too_soon', session: 0, first: 'masseter', second: 'jawline', weeks: 0, needed: 2 }],
  ],
  [
    'light a week after filler',
    [session(0, { cheek: 1 }), session(1, { redness: 40 })],
    [{ kind: 'too_soon', session: 1, first: 'cheek', second: 'redness', weeks: 1, needed: 2 }],
  ],
  ['filler a week after light', [session(0, { redness: 40 }), session(1, { cheek: 1 })], []],
  [
    'another laser on the same skin after three weeks',
    [session(0, { redness: 40 }), session(3, { texture: 40 })],
    [{ kind: 'too_soon', session: 1, first: 'redness', second: 'texture', weeks: 3, needed: 4 }],
  ],
  [
    'a second area of filler before the first one was reviewed',
    [session(0, { cheek: 1 }), session(1, { chin: 1 })],
    [{ kind: 'too_soon', session: 1, first: 'cheek', second: 'chin', weeks: 1, needed: 2 }],
  ],
  [
    'light before filler in one visit: the shorter wait of the two orders',
    [session(0, { cheek: 1, redness: 40 })],
    [{ kind: 'too_soon', session: 0, first: 'cheek', second: 'redness', weeks: 0, needed: 1 }],
  ],
  [
    'two lasers on the same skin in one visit',
    [session(0, { redness: 40, texture: 40 })],
    [{ kind: 'too_soon', session: 0, first: 'redness', second: 'texture', weeks: 0, needed: 4 }],
  ],
  [
    'a peel and a laser on the same skin in one visit: the shorter repeat of the two',
    [session(0, { redness: 40, radiance: 40 })],
    [{ kind: 'too_soon', session: 0, first: 'redness', second: 'radiance', weeks: 0, needed: 2 }],
  ],
  [
    'too little time at a later visit, counted between the two visits and not from the first one',
    [session(5, { chin: 1 }), session(6, { forehead: 10 }), session(11, { forehead: 10 })],
    [{ kind: 'too_soon', session: 2, first: 'forehead', second: 'forehead', weeks: 11, needed: 12 }],
  ],
  ['exactly 20 mL within a year', [0, 4, 4, 4, 4].map((weeks) => session(weeks, { chin: 4 })), []],
  ['exactly half of the most on each side', [session(0, { chin: { right: 2, left: 2 } })], []],
  [
    'more on the left side than half of the most',
    [session(0, { chin: { right: 0.5, left: 2.05 } })],
    [{ kind: 'dose_over_session', session: 0, treatment: 'chin' }],
  ],
  [
    'one area twice in one visit',
    [{ weeks_after: 0, items: [...session(0, { chin: 1 }).items, ...session(0, { chin: 1 }).items] }],
    [{ kind: 'too_soon', session: 0, first: 'chin', second: 'chin', weeks: 0, needed: 4 }],
  ],
];

test.each(faults)('the plan check finds the expected faults: %s', (_what, sessions, expected) => {
  expect(findPlanFaults(sessions)).toEqual(expected);
});

/**
 * These sums were written by hand: at most 20 mL of filler in 52 weeks (364 days), and 400 U of toxin in 12 weeks (84
 * days). Every plan starts on 20 November 2026.
 */
const pasts: [what: string, received: Past['received'], sessions: CheckedSession[], faults: object[]][] = [
  [
    '17 mL in June and 3 mL now: exactly 20 mL',
    [{ on: '2026-06-01', of: 'filler', amount: 17 }],
    [session(0, { chin: 3 })],
    [],
  ],
  [
    '17.05 mL in June and 3 mL now',
    [{ on: '2026-06-01', of: 'filler', amount: 17.05 }],
    [session(0, { chin: 3 })],
    [
      {
        kind: 'class_over_period',
        session: 0,
        of: 'filler',
        amount: 20.05,
        most: 20,
        earlier: 17.05,
        starts_on: '2027-05-31',
      },
    ],
  ],
  [
    '20 mL on the first day of the period',
    [{ on: '2025-11-22', of: 'filler', amount: 20 }],
    [session(0, { chin: 1 })],
    [
      {
        kind: 'class_over_period',
        session: 0,
        of: 'filler',
        amount: 21,
        most: 20,
        earlier: 20,
        starts_on: '2026-11-21',
      },
    ],
  ],
  [
    '20 mL on the day before the period',
    [{ on: '2025-11-21', of: 'filler', amount: 20 }],
    [session(0, { chin: 1 })],
    [],
  ],
  [
    'two earlier treatments, of which only the older one must leave the period',
    [
      { on: '2026-01-05', of: 'filler', amount: 10 },
      { on: '2026-09-01', of: 'filler', amount: 8 },
    ],
    [session(0, { chin: 4 })],
    [
      {
        kind: 'class_over_period',
        session: 0,
        of: 'filler',
        amount: 22,
        most: 20,
        earlier: 18,
        starts_on: '2027-01-04',
      },
    ],
  ],
  [
    'the second visit of the plan',
    [{ on: '2026-10-01', of: 'filler', amount: 13 }],
    [session(0, { chin: 4 }), session(4, { chin: 4 })],
    [
      {
        kind: 'class_over_period',
        session: 1,
        of: 'filler',
        amount: 21,
        most: 20,
        earlier: 13,
        starts_on: '2027-09-02',
      },
    ],
  ],
  [
    '320 U three weeks ago and 90 U now',
    [{ on: '2026-11-01', of: 'toxin', amount: 320 }],
    [session(0, { masseter: 45 })],
    [
      {
        kind: 'class_over_period',
        session: 0,
        of: 'toxin',
        amount: 410,
        most: 400,
        earlier: 320,
        starts_on: '2027-01-24',
      },
    ],
  ],
  ['much toxin before filler', [{ on: '2026-11-01', of: 'toxin', amount: 400 }], [session(0, { chin: 4 })], []],
];

test.each(pasts)('the plan check adds earlier doses to the period: %s', (_what, received, sessions, expected) => {
  expect(findPlanFaults(sessions, { received, starts_on: '2026-11-20' })).toEqual(expected);
});

test.each([
  ['2026-11-20', 12.5],
  ['2027-05-30', 12.5],
  ['2027-05-31', 7.5],
  ['2027-08-30', 0],
])('a plan that starts on %s counts %d mL of filler as received before', (starts_on, amount) => {
  const received = [
    { on: '2026-06-01', of: 'filler', amount: 5 },
    { on: '2026-08-31', of: 'filler', amount: 7.5 },
    { on: '2026-10-01', of: 'toxin', amount: 50 },
  ] as const;
  expect(amountBefore({ received, starts_on }, 'filler')).toBe(amount);
});

test('a plan that exceeds the limit of a period has no fault from the stated start day on, and not a day earlier', () => {
  const received = [{ on: '2026-10-01', of: 'filler', amount: 13 }] as const;
  const sessions = [session(0, { chin: 4 }), session(4, { chin: 4 })];
  expect(findPlanFaults(sessions, { received, starts_on: '2027-09-01' })).toHaveLength(1);
  expect(findPlanFaults(sessions, { received, starts_on: '2027-09-02' })).toEqual([]);
});

test('an item lists its product, risks, alternatives and aftercare', () => {
  expect(plannedItem('tear_trough', 0.4)).toEqual({
    treatment: 'tear_trough',
    area: 'eyes',
    product: 'ha_soft',
    dose: 0.4,
    unit: 'mL',
    per: 'side',
    risks: ['bruising', 'swelling', 'nodules', 'infection', 'asymmetry', 'vascular_occlusion', 'blindness', 'allergy'],
    alternatives: ['skin_boosters', 'skincare', 'no_treatment'],
    aftercare: [
      { code: 'no_rubbing', time: { amount: 24, unit: 'hour' } },
      { code: 'no_sport', time: { amount: 24, unit: 'hour' } },
      { code: 'no_heat', time: { amount: 24, unit: 'hour' } },
      { code: 'no_alcohol', time: { amount: 24, unit: 'hour' } },
      { code: 'cool', time: null },
      { code: 'alarm_filler', time: null },
    ],
  });
  expect(plannedItem('redness', 40)).toMatchObject({
    product: 'vascular_laser',
    aftercare: [
      { code: 'sun_protection', time: { amount: 4, unit: 'week' } },
      { code: 'gentle_care', time: { amount: 7, unit: 'day' } },
      { code: 'leave_crusts', time: null },
      { code: 'alarm_skin', time: null },
    ],
  });
});

/** The start of the plan, the filler that the patient received before, and the plan. Written by hand. */
const delayed: [what: string, past: Past, treatments: Recipe['treatments'], sessions: string[]][] = [
  [
    'filler that waits until the earlier 19 mL are 52 weeks old, on 28 February',
    { starts_on: '2026-11-20', received: [{ on: '2026-03-01', of: 'filler', amount: 19 }] },
    { forehead: 10, chin: 2 },
    ['week 0: forehead 10', 'week 15, review: chin 2', 'week 17, review'],
  ],
  [
    'no wait if the plan starts on this day',
    { starts_on: '2027-02-28', received: [{ on: '2026-03-01', of: 'filler', amount: 19 }] },
    { forehead: 10, chin: 2 },
    ['week 0: forehead 10, chin 2', 'week 2, review'],
  ],
  [
    'no wait for exactly 20 mL',
    { starts_on: '2026-11-20', received: [{ on: '2026-03-01', of: 'filler', amount: 18 }] },
    { forehead: 10, chin: 2 },
    ['week 0: forehead 10, chin 2', 'week 2, review'],
  ],
  [
    'a second part that waits because of both',
    { starts_on: '2026-11-20', received: [{ on: '2026-03-01', of: 'filler', amount: 15 }] },
    { jawline: 4 },
    ['week 0: jawline 2', 'week 15, review: jawline 2', 'week 17, review'],
  ],
  [
    'a whole plan that starts later',
    { starts_on: '2026-11-20', received: [{ on: '2026-03-01', of: 'filler', amount: 19 }] },
    { chin: 2 },
    ['week 0: chin 2', 'week 2, review'],
  ],
];

test.each(delayed)('trust 12: a proposal respects the limits of a period: %s', (_what, past, treatments, sessions) => {
  expect(lines(proposeSessions(recipe(treatments), past))).toEqual(sessions);
});

/**
 * Each case states the sessions that the patient had, the filler that the patient received, the recipe, and the
 * sessions that should be proposed. `faults` is empty unless the proposed sessions must start after `starts_on`. All
 * values were written by hand.
 */
const continued: [
  what: string,
  had: CheckedSession[],
  received: Past['received'],
  treatments: Recipe['treatments'],
  sessions: string[],
  faults?: PlanFault[],
][] = [
  [
    'the rest of a dose, four weeks after its first half',
    [session(0, { jawline: 2 })],
    [{ on: '2026-11-18', of: 'filler', amount: 4, visit: 0, visits: 1 }],
    { jawline: 4 },
    ['week 4, review: jawline 2', 'week 6, review'],
  ],
  ['only a review if nothing is left', [session(0, { forehead: 10 })], [], { forehead: 10 }, ['week 2, review']],
  [
    'the rest of a course',
    [session(0, { redness: 40 })],
    [],
    { redness: 40 },
    ['week 4, review: redness 40', 'week 8, review: redness 40', 'week 12, review'],
  ],
  [
    'toxin at once, and filler when the 19 mL of March are 52 weeks old: 15 weeks after the toxin',
    [session(0, { redness: 40 })],
    [{ on: '2026-03-01', of: 'filler', amount: 19 }],
    { forehead: 10, chin: 2 },
    ['week 1: forehead 10', 'week 16, review: chin 2', 'week 18, review'],
  ],
  [
    'no wait within the plan if only filler is left: all open sessions start on 28 February',
    [session(0, { forehead: 10 })],
    [{ on: '2026-03-01', of: 'filler', amount: 19 }],
    { forehead: 10, chin: 2 },
    ['week 1: chin 2', 'week 3, review'],
    [
      {
        kind: 'class_over_period',
        session: 1,
        of: 'filler',
        amount: 21,
        most: 20,
        earlier: 19,
        starts_on: '2027-02-28',
      },
    ],
  ],
  [
    'filler beside the 16 mL of a visit, which count once',
    [session(0, { chin: 4 }), session(4, { chin: 4 }), session(4, { chin: 4 }), session(4, { chin: 4 })],
    [0, 1, 2, 3].map((visit) => ({ on: `2026-0${visit + 6}-01`, of: 'filler', amount: 4, visit, visits: 4 })),
    { chin: 16, forehead: 10, cheek: 2 },
    ['week 13: forehead 10', 'week 14, review: cheek 2', 'week 16, review'],
  ],
];

test.each(continued)(
  'trust 12: after visits that the patient had, proposes %s',
  (_what, had, received, treatments, sessions, faults = []) => {
    const past = { received, visited: [{ visit: had.length - 1, visits: had.length }], starts_on: '2026-11-20' };
    const proposed = proposeSessions(recipe(treatments), past, had);
    const weeks = weeksOf([...had, ...proposed]).slice(had.length);
    expect(lines(proposed).map((line, at) => line.replace(/^week \d+/, `week ${weeks[at]}`))).toEqual(sessions);
    expect(findPlanFaults([...had, ...proposed], past)).toEqual(faults);
  },
);

test('weeks count from the first visit, regardless of its own `weeks_after`', () => {
  expect(weeksOf([{ weeks_after: 5 }, { weeks_after: 2 }, { weeks_after: 4 }])).toEqual([0, 2, 6]);
});

test.each([
  ['toxin and filler of one region, in either order', 'masseter', 'jawline', false, true],
  ['toxin and filler of different regions', 'forehead', 'chin', true, false],
  ['two areas of one class', 'forehead', 'glabella', true, false],
  ['one area twice', 'chin', 'chin', false, false],
  ['light and filler', 'redness', 'cheek', false, true],
  ['a laser for all skin, and one for the skin under the eyes', 'texture', 'dark_circles', false, false],
] as const)('%s: %s and %s', (_what, a, b, share, ordered) => {
  expect([mayShareSession(a, b), mayShareSession(b, a)]).toEqual([share, share]);
  expect([isOrdered(a, b), isOrdered(b, a)]).toEqual([ordered, ordered]);
});

test.each([
  ['masseter', 'jawline', 2],
  ['masseter', 'chin', 2],
  ['forehead', 'chin', 0],
  ['jawline', 'redness', 2],
  ['redness', 'jawline', 1],
  ['forehead', 'redness', 1],
  ['forehead', 'glabella', 2],
  ['forehead', 'forehead', 12],
  ['redness', 'radiance', 4],
  ['radiance', 'redness', 2],
  ['dark_circles', 'texture', 4],
] as const)('after %s, %s waits %i weeks', (first, second, weeks) => {
  expect(weeksBetween(first, second)).toBe(weeks);
});

test('treatments that may not share a visit have a minimum interval', () => {
  const apart = treatmentNames.flatMap((a) =>
    treatmentNames.filter((b) => !mayShareSession(a, b)).map((b) => [a, b] as const),
  );
  expect(apart.filter(([a, b]) => Math.min(weeksBetween(a, b), weeksBetween(b, a)) < 1)).toEqual([]);
});

test('a dose that is too large for every plan is refused with the treatment’s name', () => {
  expect(() => proposeSessions(recipe({ chin: 4 * 600 }))).toThrow('no session can hold chin');
});

test('a filler may be replaced by any filler, a laser only by a laser with the same indication', () => {
  expect(productsFor('chin')).toEqual(['ha_soft', 'ha_medium', 'ha_firm']);
  expect(productsFor('pigment')).toEqual(['pigment_laser']);
});
