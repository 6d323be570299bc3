import { describe, expect, test } from 'vitest';
import type { HealthAnswers, HealthQuestion } from './clinical.ts';
import { type Gate, openGates, type Signing } from './gates.ts';
import type { ReceivedDose } from './plan/plan-faults.ts';
import type { Recipe } from './recipe.ts';

const questions: HealthQuestion[] = [
  'pregnancy',
  'neuromuscular',
  'anticoagulants',
  'autoimmune',
  'keloids',
  'earlier_fillers',
  'isotretinoin',
  'allergies',
  'herpes',
];
const nothing = Object.fromEntries(questions.map((question) => [question, 'no'])) as unknown as HealthAnswers;
const recipe = (treatments: Recipe['treatments']) => ({ treatments });
const item = (kind: string, sessions = 1, interval_weeks = 0) => ({ kind, sessions, interval_weeks });

const onPhoto = { pose: 'front', is_confirmed: true };

/**
 * A plan that treats only frown lines. Its only zone has the lowest danger level (`usual`), so no gate prevents the
 * signature.
 */
const settled: Signing = {
  recipes: { natural: recipe({ glabella: 10 }), glamour: recipe({ glabella: 20 }) },
  items: [item('botox')],
  sessions: [],
  last_day: '2027-05-20',
  injections: [],
  is_adult: true,
  health: nothing,
  health_details: {},
  stated: { asked: null, reasons: [], zones: [], not_before: null },
  earlier: [],
  received: [],
  pictures: [{ pose: 'front', style: 'natural', is_seen: true }],
  artefacts: [],
  today: '2026-11-20',
};
const opens = (change: Partial<Signing>): Gate[] => openGates({ ...settled, ...change });
const stated = (change: Partial<Signing['stated']>) => ({ stated: { ...settled.stated, ...change } });

test('no gate is open when everything is settled', () => expect(opens({})).toEqual([]));

test('the patient must be an adult with a known birth date', () => {
  expect(opens({ is_adult: null })).toEqual([{ code: 'age_unknown', about: '' }]);
  expect(opens({ is_adult: false })).toEqual([{ code: 'under_age', about: '' }]);
});

describe('health', () => {
  test('signing needs the patient’s health answers, or the doctor’s note that the questions were asked', () => {
    expect(opens({ health: null })).toEqual([{ code: 'health_untold', about: '' }]);
    expect(opens({ health: null, ...stated({ asked: { on: '2026-11-20' } }) })).toEqual([]);
    // The doctor's note that the questions were asked has a date in the future, so it is not accepted.
    expect(opens({ health: null, ...stated({ asked: { on: '2026-11-21' } }) })).toHaveLength(1);
  });

  /**
   * Each row contains a question, its answer, and treatments. The last two columns name the gates that are open without
   * a reason and with a reason. The rows were written by hand from the prescribing information.
   */
  const verdicts: [
    HealthQuestion,
    'yes' | 'no' | 'unsure',
    Recipe['treatments'],
    Gate['code'] | null,
    Gate['code'] | null,
  ][] = [
    ['pregnancy', 'yes', { glabella: 10 }, 'contraindicated', 'contraindicated'],
    ['pregnancy', 'yes', { redness: 50 }, 'contraindicated', 'contraindicated'],
    ['pregnancy', 'unsure', { glabella: 10 }, 'reason_missing', null],
    ['pregnancy', 'no', { glabella: 10 }, null, null],
    ['neuromuscular', 'yes', { glabella: 10 }, 'contraindicated', 'contraindicated'],
    ['neuromuscular', 'yes', { redness: 50 }, null, null],
    ['anticoagulants', 'yes', { glabella: 10 }, 'reason_missing', null],
    ['isotretinoin', 'yes', { texture: 50 }, 'reason_missing', null],
    ['isotretinoin', 'yes', { glabella: 10 }, null, null],
    ['herpes', 'yes', { radiance: 50 }, 'reason_missing', null],
    ['herpes', 'yes', { glabella: 10 }, null, null],
    ['keloids', 'yes', { pores: 50 }, 'reason_missing', null],
    ['allergies', 'unsure', { glabella: 10 }, 'reason_missing', null],
  ];
  test.each(verdicts)(
    'if the question "%s" is answered %s, the expected gate or none opens for the treatments %o',
    (question, answer, treatments, without, withReason) => {
      const change = {
        recipes: { natural: recipe(treatments) },
        items: [],
        health: { ...nothing, [question]: answer },
      };
      const given_to = { answer, details: '' };
      const reasons = [{ question, text: 'Discussed; cold packs.', given_to }];
      expect(opens(change).map(({ code }) => code)).toEqual(without ? [without] : []);
      expect(opens({ ...change, ...stated({ reasons }) }).map(({ code }) => code)).toEqual(
        withReason ? [withReason] : [],
      );
      expect(opens({ ...change, ...stated({ reasons: [{ question, text: '  ', given_to }] }) })).toHaveLength(
        without ? 1 : 0,
      );
    },
  );

  test.each([
    ['unsure', '', 'unsure', '', []],
    ['unsure', 'pollen', 'unsure', 'pollen', []],
    ['unsure', '', 'yes', '', ['reason_missing']],
    ['unsure', '', 'yes', 'anaphylaxis after lidocaine', ['reason_missing']],
    ['yes', 'pollen', 'yes', 'anaphylaxis after lidocaine', ['reason_missing']],
    ['yes', 'pollen', 'yes', '', ['reason_missing']],
    ['yes', '', 'unsure', '', ['reason_missing']],
    ['yes', 'pollen', 'no', '', []],
    [null, '', 'unsure', '', ['reason_missing']],
  ] as const)(
    'a reason for the answer %s "%s" about allergies is judged for the answer %s "%s"',
    (read, readDetails, answer, details, codes) => {
      const given_to = read ? { answer: read, details: readDetails } : undefined;
      const reasons = [{ question: 'allergies', text: 'Asked by phone, only pollen.', given_to }];
      const change = { health: { ...nothing, allergies: answer }, health_details: { allergies: details } };
      expect(opens({ ...change, ...stated({ reasons }) }).map(({ code }) => code)).toEqual(codes);
    },
  );

  test('if the plan names a group of treatments that no recipe draws, the gate names the group', () => {
    const herpes: HealthAnswers = { ...nothing, herpes: 'yes' };
    expect(opens({ items: [item('hyaluronic_acid')], health: herpes })).toEqual([
      { code: 'reason_missing', about: 'herpes', names: ['filler'] },
    ]);
    const pregnant: HealthAnswers = { ...nothing, pregnancy: 'yes' };
    expect(opens({ recipes: {}, items: [item('thread_lift')], health: pregnant })).toEqual([
      { code: 'contraindicated', about: 'pregnancy', names: ['threads'] },
    ]);
  });

  test('a planned filler opens no gate for a question that concerns only toxin', () => {
    const change = { recipes: {}, items: [item('hyaluronic_acid')] };
    expect(opens({ ...change, health: { ...nothing, neuromuscular: 'yes' } })).toEqual([]);
  });

  /** 'other' may be any treatment. An answer certainly forbids 'other' only if it rules out all treatments. */
  test.each([
    ['pregnancy', [item('other')], 'contraindicated', ['other']],
    ['neuromuscular', [item('other')], 'reason_missing', ['other']],
    ['neuromuscular', [item('botox'), item('other')], 'contraindicated', ['toxin', 'other']],
    ['isotretinoin', [item('other')], 'reason_missing', ['other']],
  ] as const)(
    'the question "%s" also concerns a planned treatment of the kind "other"',
    (question, items, code, names) => {
      const change = { recipes: {}, items: [...items], health: { ...nothing, [question]: 'yes' } };
      expect(opens(change)).toEqual([{ code, about: question, names }]);
    },
  );

  test('a health answer also concerns a treatment that only the second session contains', () => {
    const sessions = [
      { weeks_after: 0, items: [{ treatment: 'glabella', dose: 10 }] },
      {
        weeks_after: 4,
        items: [
          { treatment: 'upper_lip', dose: 0.3 },
          { treatment: 'skincare', dose: null },
        ],
      },
    ];
    const change = { recipes: {}, items: [], sessions, ...stated({ zones: ['labial_arteries'] }) };
    expect(opens({ ...change, health: { ...nothing, herpes: 'yes' } })).toEqual([
      { code: 'reason_missing', about: 'herpes', names: ['upper_lip'] },
    ]);
  });

  test('a health answer also concerns an injection point whose treatment no recipe draws', () => {
    const change = {
      injections: [{ treatment: 'upper_lip' as const, side: 'right' as const, dose: 0.1, ...onPhoto }],
      ...stated({ zones: ['labial_arteries'] }),
    };
    expect(opens({ ...change, health: { ...nothing, herpes: 'yes' } })).toMatchObject([{ about: 'herpes' }]);
  });
});

describe('doses', () => {
  test('an area, or one side of it, must stay within its limit', () => {
    expect(opens({ recipes: { natural: recipe({ glabella: 41 }) } })).toEqual([
      { code: 'dose_area', about: 'glabella', style: 'natural', given: 41, most: 40 },
    ]);
    expect(opens({ recipes: { natural: recipe({ crows_feet: { right: 8, left: 20.5 } }) } })).toEqual([
      { code: 'dose_area', about: 'crows_feet', style: 'natural', given: 20.5, most: 20 },
    ]);
    expect(opens({ recipes: { natural: recipe({ crows_feet: 20 }) } })).toEqual([]);
  });

  test('all areas of a class together must stay within the limit of one session, in every style', () => {
    const most = recipe({ masseter: 32, glabella: 36 });
    const over = recipe({ masseter: 32, glabella: 36.5 });
    expect(opens({ recipes: { natural: most } })).toEqual([]);
    expect(opens({ recipes: { natural: most, glamour: over } })).toEqual([
      { code: 'dose_session', about: 'toxin', style: 'glamour', given: 100.5, most: 100 },
    ]);
  });

  test('filler is limited to 6 mL in one session and 12 mL in two', () => {
    const zones = ['infraorbital_artery', 'facial_artery'];
    const change = { recipes: { natural: recipe({ cheek: 2, jawline: 1.1 }) }, ...stated({ zones }) };
    expect(opens({ ...change, items: [item('hyaluronic_acid')] })).toEqual([
      { code: 'dose_session', about: 'filler', style: 'natural', given: 6.2, most: 6 },
    ]);
    expect(opens({ ...change, items: [item('hyaluronic_acid', 2, 4)] })).toEqual([]);
  });
});

test.each([
  ['the highest dose of a side, apart from rounding', { crows_feet: 20 + 1e-10 }, 0],
  ['a hundredth above the highest dose of a side, on the right', { crows_feet: { right: 20.01, left: 8 } }, 1],
  ['a hundredth above the highest dose of an area, over both sides', { glabella: { right: 20, left: 20.01 } }, 1],
] as const)('a gate opens only above the highest dose: %s', (_, treatments, gates) => {
  expect(opens({ recipes: { natural: recipe(treatments) } })).toHaveLength(gates);
});

test('a gate for too high a dose states this dose, rounded to a hundredth', () => {
  expect(opens({ recipes: { natural: recipe({ glabella: 40.127 }) } })).toMatchObject([{ given: 40.13 }]);
});

test('sessions of another class and courses of another kind do not raise the limit for toxin', () => {
  const over = { natural: recipe({ masseter: 40, glabella: 21 }) };
  const chin = { weeks_after: 0, items: [{ treatment: 'chin', dose: 1 }] };
  const later = { weeks_after: 4, items: [{ treatment: 'chin', dose: 1 }] };
  const zones = stated({ zones: ['submental_artery'] });
  const gate = [{ code: 'dose_session', about: 'toxin', given: 101, most: 100 }];
  expect(opens({ recipes: over, items: [], sessions: [chin, later], ...zones })).toMatchObject(gate);
  expect(opens({ recipes: over, items: [item('botox'), item('laser', 3, 4)] })).toMatchObject(gate);
  // The number of toxin sessions includes a session that also contains another treatment.
  const both = (weeks_after: number) => ({
    weeks_after,
    items: [
      { treatment: 'skincare', dose: null },
      { treatment: 'glabella', dose: 20 },
    ],
  });
  expect(opens({ recipes: over, items: [], sessions: [both(0), both(12)] })).toEqual([]);
});

test('an injection point without a dose injects nothing', () => {
  expect(opens({ injections: [{ treatment: 'temples', side: 'left', dose: 0, ...onPhoto }] })).toEqual([]);
});

/**
 * Doses of the injection points on the right, then on the left, and the dose that the gate states. The limits are 40 U
 * for the whole glabella and 20 U next to each eye.
 */
test.each([
  ['glabella', [20], [20], null],
  ['glabella', [20], [12, 8.5], 40.5],
  ['crows_feet', [20], [20], null],
  ['crows_feet', [8], [12, 8.127], 20.13],
  ['crows_feet', [15, 6], [], 21],
] as const)(
  'the points of %s are added up before the limit is checked: %o on the right, %o on the left',
  (treatment, right, left, given) => {
    const injections = [
      ...right.map((dose) => ({ treatment, side: 'right' as const, dose, ...onPhoto })),
      ...left.map((dose) => ({ treatment, side: 'left' as const, dose, ...onPhoto })),
      { treatment: 'forehead' as const, side: 'left' as const, dose: 2, ...onPhoto },
    ];
    const most = { glabella: 40, crows_feet: 20 }[treatment];
    expect(opens({ injections })).toEqual(given === null ? [] : [{ code: 'dose_map', about: treatment, given, most }]);
  },
);

test('points that are unconfirmed on a new photo open one gate, which names their poses', () => {
  const point = { treatment: 'glabella' as const, side: 'right' as const, dose: 2 };
  const injections = [
    { ...point, pose: 'front', is_confirmed: true },
    { ...point, pose: 'left', is_confirmed: false },
    { ...point, pose: 'left', is_confirmed: false },
    { ...point, pose: 'front', is_confirmed: false },
  ];
  expect(opens({ injections })).toEqual([
    { code: 'points_unconfirmed', about: '', names: ['left', 'front'], given: 3 },
  ]);
  expect(opens({ injections: injections.slice(0, 1) })).toEqual([]);
});

/** One session allows 100 U of toxin and 6 mL of filler, over all points of the injection map. */
test.each([
  ['toxin in one session', 1, { masseter: [50, 20], glabella: [15, 15] }, null],
  ['too much toxin in one session', 1, { masseter: [50, 20], glabella: [15, 15.5] }, ['toxin', 100.5, 100]],
  ['as much toxin in two sessions', 2, { masseter: [50, 20], glabella: [15, 15.5] }, null],
  ['filler in one session', 1, { cheek: [1.5, 1.5], jawline: [1.5, 1.5] }, null],
  ['too much filler in one session', 1, { cheek: [1.5, 1.5], jawline: [1.5, 1.6] }, ['filler', 6.1, 6]],
  ['points of two classes', 1, { masseter: [50, 50], cheek: [3, 3] }, null],
] as const)('the points of a class together must stay within the limit: %s', (_, sessions, doses, gate) => {
  const injections = Object.entries(doses).flatMap(([treatment, [right, left]]) => [
    { treatment: treatment as 'cheek', side: 'right' as const, dose: right, ...onPhoto },
    { treatment: treatment as 'cheek', side: 'left' as const, dose: left, ...onPhoto },
  ]);
  const zones = stated({ zones: ['infraorbital_artery', 'facial_artery', 'smile_muscles'] });
  const found = opens({ injections, items: [item('botox', sessions, 12)], ...zones });
  expect(found).toEqual(gate ? [{ code: 'dose_map', about: gate[0], given: gate[1], most: gate[2] }] : []);
});

describe('intervals', () => {
  test.each([
    ['botox', 11, 12],
    ['hyaluronic_acid', 3, 4],
    ['laser', 3, 4],
    ['peeling', 1, 2],
  ])('two sessions of %s that are %i weeks apart are too close', (kind, given, least) => {
    const base = { recipes: {}, items: [item(kind, 2, given)] };
    expect(opens(base)).toEqual([{ code: 'interval_course', about: kind, given, least }]);
    expect(opens({ ...base, items: [item(kind, 2, least)] })).toEqual([]);
    expect(opens({ ...base, items: [item(kind, 1, 0)] })).toEqual([]);
  });

  test('sessions of a kind without an interval need no weeks between them', () => {
    expect(opens({ recipes: {}, items: [item('other', 2, 0)] })).toEqual([]);
  });

  const before = (on: string, kind: string, treatments: string[] = []) => ({
    earlier: [{ on, kinds: [kind], treatments }],
  });
  test('a gate is open until twelve weeks after the last toxin, unless the plan names a later day', () => {
    expect(opens(before('2026-08-29', 'botox'))).toEqual([{ code: 'interval_since', about: '', day: '2026-11-21' }]);
    expect(opens(before('2026-08-28', 'botox'))).toEqual([]);
    expect(opens({ ...before('2026-08-29', 'botox'), ...stated({ not_before: '2026-11-21' }) })).toEqual([]);
    expect(opens({ ...before('2026-08-29', 'botox'), ...stated({ not_before: '2026-11-20' }) })).toHaveLength(1);
  });

  test.each([
    [
      'the same kind again, which only the plan contains',
      'peeling',
      [],
      { recipes: {}, items: [item('peeling')] },
      '2026-11-27',
    ],
    ['the same kind again, which only a recipe contains', 'botox', [], { items: [] }, '2027-02-05'],
    ['an unknown earlier treatment of a kind that has a rule', 'hyaluronic_acid', ['forgotten'], {}, '2026-11-27'],
    ['earlier treatments, one of them in the planned region', 'hyaluronic_acid', ['chin', 'temples'], {}, '2026-11-27'],
    ['earlier filler outside the planned region', 'hyaluronic_acid', ['chin', 'forehead'], {}, null],
    ['an earlier kind that has no rule', 'skincare', [], {}, null],
    // Lasers and peels treat the same skin. A peel must wait four weeks after a laser, and a laser two weeks after a
    // peel.
    ['a peel after a laser', 'laser', ['texture'], { recipes: {}, items: [item('peeling')] }, '2026-12-11'],
    ['a peel after an unknown laser', 'laser', [], { recipes: {}, items: [item('peeling')] }, '2026-12-11'],
    [
      'a laser of a recipe after a peel',
      'peeling',
      ['radiance'],
      { recipes: { natural: recipe({ texture: 40 }) }, items: [] },
      '2026-11-27',
    ],
    ['skincare after a laser', 'laser', ['texture'], { recipes: {}, items: [item('skincare')] }, null],
  ] as const)('the first possible day after an earlier treatment: %s', (_, kind, treatments, change, day) => {
    const gates = opens({ ...before('2026-11-13', kind, [...treatments]), ...change });
    expect(gates).toEqual(day ? [{ code: 'interval_since', about: '', day }] : []);
  });

  test('the gate states the latest of several days, and a kind without a rule opens no gate', () => {
    const earlier = [
      { on: '2026-10-01', kinds: ['botox'], treatments: [] },
      { on: '2026-11-01', kinds: ['botox'], treatments: [] },
    ];
    expect(opens({ earlier })).toEqual([{ code: 'interval_since', about: '', day: '2027-01-24' }]);
    expect(opens({ earlier, ...stated({ not_before: '2026-12-24' }) })).toHaveLength(1);
    expect(opens({ earlier: [{ on: '2026-11-20', kinds: ['skincare'], treatments: [] }] })).toEqual([]);
  });

  test('a past visit of this plan delays no other visit, unless a visit was removed from the plan', () => {
    const content = [{ treatment: 'glabella', amount: 20, is_given: true }];
    const botox = { on: '2026-11-13', kinds: ['botox'], treatments: ['glabella'], content };
    const sessions = [0, 12].map((weeks_after) => ({ weeks_after, items: [{ treatment: 'glabella', dose: 20 }] }));
    const days = (change: Partial<Signing['earlier'][number]>, count = 2) =>
      opens({ sessions: sessions.slice(0, count), earlier: [{ ...botox, ...change }] }).map(({ code, day }) => [
        code,
        day,
      ]);
    expect(days({ visit: 0, visits: 2 })).toEqual([]);
    expect(days({ visit: 0, visits: 1 })).toEqual([]);
    expect(days({})).toEqual([['interval_since', '2027-02-05']]);
    expect(days({ visit: 0, visits: 2 }, 1)).toEqual([['interval_since', '2027-02-05']]);
  });

  /** The visit of 13 November, the sessions of the corrected plan, and the day of the gate. Written by hand. */
  const given = (treatment: string, amount: number, is_given = true) => ({ treatment, amount, is_given });
  test.each([
    ['the visit as it was', [given('forehead', 10)], [{ forehead: 10 }], null],
    ['a lower dose', [given('forehead', 10)], [{ forehead: 8 }], null],
    ['a higher dose', [given('forehead', 10)], [{ forehead: 10.5 }], '2027-02-05'],
    ['another area instead of the treated one', [given('forehead', 10)], [{ glabella: 20 }], '2027-02-05'],
    ['another area in addition', [given('forehead', 10)], [{ forehead: 10, glabella: 20 }], '2027-02-05'],
    ['toxin instead of a laser', [given('redness', 40)], [{ glabella: 20 }], '2026-11-20'],
    ['a laser that moved to the next visit', [given('redness', 40)], [{ glabella: 20 }, { redness: 40 }], '2026-12-11'],
    ['a stronger laser', [given('redness', 40)], [{ redness: 50 }], '2026-12-11'],
    [
      'an area that was planned and not given',
      [given('forehead', 10), given('glabella', 20, false)],
      [{ forehead: 10, glabella: 20 }],
      null,
    ],
    [
      'an area that was planned and not given, and was removed',
      [given('forehead', 10), given('glabella', 20, false)],
      [{ forehead: 10 }],
      null,
    ],
    ['a visit of which nothing is known', [], [{ forehead: 10 }], '2027-02-05'],
  ] as const)('a corrected plan after a visit with %s', (_, content, visits, day) => {
    const names = content.map(({ treatment }) => treatment);
    const kinds = names.includes('redness') ? ['laser'] : ['botox'];
    const sessions = visits.map((doses, at) => ({
      weeks_after: at * 12,
      items: Object.entries(doses).map(([treatment, dose]) => ({ treatment, dose })),
    }));
    const earlier = [{ on: '2026-11-13', kinds, treatments: names, visit: 0, visits: 1, content: [...content] }];
    const gates = openGates({ ...settled, recipes: {}, items: [], sessions, earlier, today: '2026-11-14' });
    expect(gates).toEqual(day ? [{ code: 'interval_since', about: '', day }] : []);
  });

  test('the interval from filler to toxin counts in one region only, from a laser to toxin everywhere', () => {
    expect(opens(before('2026-11-13', 'hyaluronic_acid', ['temples']))).toEqual([
      { code: 'interval_since', about: '', day: '2026-11-27' },
    ]);
    expect(opens(before('2026-11-13', 'hyaluronic_acid', ['chin']))).toEqual([]);
    expect(opens(before('2026-11-13', 'hyaluronic_acid'))).toHaveLength(1);
    expect(opens(before('2026-11-14', 'laser', ['redness']))).toEqual([
      { code: 'interval_since', about: '', day: '2026-11-21' },
    ]);
  });
});

describe('a plan in sessions', () => {
  const visit = (weeks_after: number, items: Record<string, number | null>) => ({
    weeks_after,
    items: Object.entries(items).map(([treatment, dose]) => ({ treatment, dose })),
  });
  const over = { code: 'dose_session', about: 'toxin', given: 101, most: 100 };
  const soon = { code: 'interval_course', about: 'glabella', names: ['glabella', 'glabella'], given: 11, least: 12 };
  const shared = { code: 'interval_course', about: 'temples', names: ['forehead', 'temples'], given: 0, least: 2 };
  test.each([
    ['too much of a class in one session', [visit(0, { masseter: 40, glabella: 21 })], [over]],
    ['the same area too soon', [visit(0, { glabella: 20 }), visit(11, { glabella: 20 })], [soon]],
    ['the same area in time', [visit(0, { glabella: 20 }), visit(12, { glabella: 20 })], []],
    ['an area whose dose is open', [visit(0, { glabella: null })], []],
    ['toxin and filler of one region in one session', [visit(0, { forehead: 10, temples: 1 })], [shared]],
  ])('the expected gates open for sessions with %s', (_, sessions, gates) => {
    expect(opens({ items: [], sessions, ...stated({ zones: ['temporal_vessels'] }) })).toEqual(gates);
  });

  const received = [{ on: '2026-03-02', of: 'filler', amount: 13 }] as const;
  const chins = [visit(0, { chin: 4 }), visit(4, { chin: 4 })];
  const filler = { items: [], sessions: chins, received, ...stated({ zones: ['submental_artery'] }) };
  test('doses from earlier treatments count towards the limit of a period', () => {
    expect(opens({ ...filler, received: [] })).toEqual([]);
    // 13 mL before and 8 mL in the plan are 21 mL. The 13 mL were given on 2 March 2026. They no longer count after 364
    // days, on 1 March 2027. The second visit is 28 days after the first one.
    const gate = { code: 'dose_period', about: 'filler', given: 21, most: 20, earlier: 13, day: '2027-02-01' };
    expect(opens(filler)).toEqual([gate]);
    const zones = ['submental_artery'];
    expect(opens({ ...filler, ...stated({ zones, not_before: '2027-01-31' }) })).toEqual([gate]);
    expect(opens({ ...filler, ...stated({ zones, not_before: '2027-02-01' }) })).toEqual([]);
  });

  test('the dose of a past session counts once, as given or as planned, whichever is more', () => {
    const had = (visit: number | undefined, on: string, amount: number): ReceivedDose => ({
      on,
      of: 'filler',
      amount,
      visit,
      visits: visit === undefined ? undefined : 2,
    });
    const earlier = had(undefined, '2026-06-01', 12);
    const opened = (...doses: ReceivedDose[]) =>
      opens({ ...filler, received: doses }).map(({ given, earlier: before, day }) => [given, before, day]);
    // The doses are 12 mL before the plan, 4 mL in the first session and 4 mL in the second: 20 mL.
    expect(opened(earlier)).toEqual([]);
    expect(opened(earlier, had(0, '2026-11-13', 4))).toEqual([]);
    // In the first session, the patient received 1 mL more than planned. The 12 mL of 1 June 2026 no longer count on 31
    // May 2027.
    expect(opened(earlier, had(0, '2026-11-13', 5))).toEqual([[21, 17, '2027-05-31']]);
    // In the first session, the patient received less than planned. The rest of the 4 mL may still be given.
    expect(opened(earlier, had(0, '2026-11-13', 1))).toEqual([]);
    // The patient already had both sessions, so the plan adds no dose.
    expect(opened({ ...earlier, amount: 30 }, had(0, '2026-10-01', 4), had(1, '2026-11-13', 4))).toEqual([]);
    // The plan had two sessions, and one was removed. The patient may have had the removed session, so the 4 mL that
    // were given count in addition to the plan: 13 + 4 + 4 mL.
    const oneLess = { ...filler, sessions: [visit(0, { chin: 4 })] };
    expect(
      opens({ ...oneLess, received: [{ ...earlier, amount: 13 }, had(0, '2026-11-13', 4)] }).map(({ given }) => given),
    ).toEqual([21]);
    // A dose that was given outside the sessions of the plan counts in addition to the plan.
    expect(opened(earlier, had(undefined, '2026-11-13', 4))).toEqual([[24, 16, '2027-05-03']]);
  });

  test.each([
    ['2027-05-20', '2027-05-19', 0],
    ['2027-05-20', '2027-05-20', 0],
    ['2027-05-20', '2027-05-21', 1],
    ['2027-05-21', '2027-05-21', 0],
    ['2028-11-20', '2028-12-01', 1],
  ])('a plan that is valid until %s may start not before %s: %i gates', (last_day, not_before, gates) => {
    expect(opens({ ...stated({ not_before }), last_day })).toEqual(
      gates ? [{ code: 'not_before', about: '', day: not_before }] : [],
    );
  });

  test('each class opens one gate for the limit of its period, with the latest of the days on which the plan may start', () => {
    const much = [{ on: '2026-03-02', of: 'filler', amount: 18 }] as const;
    expect(opens({ ...filler, received: much })).toEqual([
      { code: 'dose_period', about: 'filler', given: 22, most: 20, earlier: 18, day: '2027-03-01' },
    ]);
    // Here the doses of the plan alone are above the limit, so a later start does not help and the gate names no day.
    const six = [0, 4, 4, 4, 4, 4].map((weeks) => visit(weeks, { chin: 4 }));
    expect(opens({ ...filler, sessions: six })).toEqual([
      { code: 'dose_period', about: 'filler', given: 24, most: 20 },
    ]);
  });

  test('a dose above the limit of its area opens a gate', () => {
    const dose = { code: 'dose_area', about: 'glabella', most: 40 };
    expect(opens({ items: [], sessions: [visit(0, { glabella: 41 })] })).toEqual([dose]);
  });

  test('if a recipe draws a treatment of a planned kind, the kind itself is not named in a gate', () => {
    const herpes: HealthAnswers = { ...nothing, herpes: 'yes' };
    const recipes = { natural: recipe({ chin: 1 }) };
    const change = { recipes, items: [item('hyaluronic_acid')], ...stated({ zones: ['submental_artery'] }) };
    expect(opens({ ...change, health: herpes })).toEqual([]);
    expect(opens({ items: [item('laser'), item('skincare')], health: herpes })).toEqual([
      { code: 'reason_missing', about: 'herpes', names: ['light'] },
    ]);
    expect(opens({ items: [item('unheard')], health: { ...nothing, allergies: 'yes' } })).toEqual([
      { code: 'reason_missing', about: 'allergies', names: ['glabella'] },
    ]);
  });

  test('a treatment in a session counts for the health gates and the danger zones, even without a dose', () => {
    const pregnant: HealthAnswers = { ...nothing, pregnancy: 'yes' };
    expect(opens({ recipes: {}, items: [], sessions: [visit(0, { thread_lift: null })], health: pregnant })).toEqual([
      { code: 'contraindicated', about: 'pregnancy', names: ['threads'] },
    ]);
    expect(opens({ sessions: [visit(0, { temples: 1 })] })).toEqual([
      { code: 'zone', about: 'temporal_vessels', names: ['temples'] },
    ]);
  });

  test('a recipe whose dose is too much for one session opens no gate if the plan has two sessions', () => {
    const recipes = { natural: recipe({ temples: 2, chin: 3 }) };
    const zones = ['temporal_vessels', 'submental_artery'];
    const one = [visit(0, { temples: 1 })];
    expect(opens({ recipes, items: [], sessions: one, ...stated({ zones }) })).toMatchObject([
      { code: 'dose_session' },
    ]);
    const two = [...one, visit(4, { temples: 1 })];
    expect(opens({ recipes, items: [], sessions: two, ...stated({ zones }) })).toEqual([]);
  });
});

test.each([
  ['nose_bridge', 'dorsal_nasal_artery'],
  ['tear_trough', 'angular_artery'],
  ['nasolabial', 'angular_artery'],
  ['temples', 'temporal_vessels'],
  ['cheek', 'infraorbital_artery'],
  ['upper_lip', 'labial_arteries'],
  ['jawline', 'facial_artery'],
  ['chin', 'submental_artery'],
  ['neck_bands', 'swallowing_muscles'],
] as const)('%s needs the acknowledgement of the danger zone %s', (name, zone) => {
  const change = { recipes: { natural: recipe({ [name]: 0.5 }) } };
  expect(opens(change)).toEqual([{ code: 'zone', about: zone, names: [name] }]);
  expect(opens({ ...change, ...stated({ zones: [zone] }) })).toEqual([]);
  expect(opens({ ...change, ...stated({ zones: ['perioral_muscles'] }) })).toHaveLength(1);
});

test('the doctor must see every picture and accept every artefact mark', () => {
  const pictures = [
    { pose: 'front', style: 'natural', is_seen: true },
    { pose: 'left', style: 'glamour', is_seen: false },
  ];
  expect(opens({ pictures })).toEqual([{ code: 'pictures_unseen', about: '', names: ['left glamour'] }]);
  const mark = { pose: 'front', style: 'natural', kind: 'fold', is_accepted: false };
  const accepted = { ...mark, kind: 'edge', is_accepted: true };
  const other = { ...mark, pose: 'left', kind: 'unchecked' };
  expect(opens({ artefacts: [mark, accepted, mark, other] })).toEqual([
    { code: 'artefact', about: 'front natural', names: ['fold', 'fold'] },
    { code: 'artefact', about: 'left natural', names: ['unchecked'] },
  ]);
  expect(opens({ artefacts: [accepted] })).toEqual([]);
});
