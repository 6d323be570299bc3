import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import type { PlanSession, SessionItem } from '#contract/sessions.ts';
import { canonicalJson, type SealedContent, sealOf } from './seal.ts';

const recipe = { version: 1 as const, treatments: { lips: 0.3, cheek: { right: 0.1, left: 0.2 } } };
const content: SealedContent = {
  case_number: 'FL-2481',
  version: 3,
  recipes: { natural: recipe, harmonious: recipe, glamour: recipe },
  plan: {
    valid_months: 6,
    note_to_patient: 'Chère Claire',
    items: [
      {
        kind: 'botox',
        area: 'Front',
        dose: '12 U',
        sessions: 1,
        interval_weeks: 0,
        rationale: 'Lignes',
        risks: '',
        alternatives: '',
      },
    ],
  },
  markings: null,
  renderings: [
    { pose: 'front', style: 'natural', sha256: 'aa' },
    { pose: 'front', style: 'glamour', sha256: 'bb' },
    { pose: 'left', style: 'natural', sha256: 'cc' },
  ],
  photos: [
    { pose: 'left', sha256: 'dd' },
    { pose: 'front', sha256: 'ee' },
  ],
};

test('the seal is the SHA-256 of the canonical form, and its value for this content never changes', () => {
  expect(sealOf(content)).toBe('367edc61138dedd27a0b01827d24507c52da80ae70ba5908547cb49ebcdab899');
});

const session: PlanSession = {
  weeks_after: 0,
  review: false,
  items: [
    {
      treatment: 'chin',
      area: 'lower_face',
      product: 'ha_firm',
      dose: 1.5,
      unit: 'mL',
      per: 'area',
      reasons: ['asked'],
      risks: ['bruising', 'blindness'],
      alternatives: ['no_treatment'],
      aftercare: [{ code: 'no_sport', time: { amount: 24, unit: 'hour' } }],
      sentence: { text: 'En deux temps', language: 'fr' },
    },
  ],
};
const inSessions: SealedContent = {
  ...content,
  plan: { ...content.plan, items: [], note_language: 'fr', sessions: [session] },
};

test("one seal covers doses, codes, weeks, the doctor's own sentences and their languages", () => {
  expect(sealOf(inSessions)).toBe('cbc563d2513a279fde56effbd487c7b7946598c3881b861a1b23810e753e6b2f');
  const [item] = session.items as [SessionItem];
  const others: Partial<PlanSession>[] = [
    { weeks_after: 1 },
    { review: true },
    ...(
      [
        { dose: 1.55 },
        { product: 'ha_soft' },
        { unit: 'units' },
        { per: 'side' },
        { reasons: [] },
        { risks: ['bruising'] },
        { alternatives: [] },
        { aftercare: [] },
        { aftercare: [{ code: 'no_sport', time: { amount: 48, unit: 'hour' } }] },
        { sentence: { text: 'En deux temps', language: 'en' } },
        { sentence: null },
      ] as Partial<SessionItem>[]
    ).map((change) => ({ items: [{ ...item, ...change }] })),
  ];
  const seals = others.map((change) =>
    sealOf({ ...inSessions, plan: { ...inSessions.plan, sessions: [{ ...session, ...change }] } }),
  );
  seals.push(sealOf({ ...inSessions, plan: { ...inSessions.plan, note_language: 'en' } }), sealOf(inSessions));
  expect(new Set(seals).size).toBe(others.length + 2);
});

test('the seal does not depend on the order of images or keys, nor on fields that are not sealed', () => {
  const turned = {
    ...content,
    renderings: [...content.renderings].reverse().map((picture) => ({ id: 'x', ...picture })),
    photos: [...content.photos].reverse(),
    recipes: Object.fromEntries(Object.entries(content.recipes).reverse()) as SealedContent['recipes'],
  };
  expect(sealOf(JSON.parse(JSON.stringify(turned)))).toBe(sealOf(content));
});

const changes: [string, Partial<SealedContent>][] = [
  ['number', { case_number: 'FL-2482' }],
  ['version', { version: 4 }],
  [
    'dose',
    {
      recipes: {
        ...content.recipes,
        glamour: { version: 1, treatments: { lips: 0.31, cheek: { right: 0.1, left: 0.2 } } },
      },
    },
  ],
  ['word', { plan: { ...content.plan, note_to_patient: 'Chère Clara' } }],
  ['first marking', { markings: noMarkings() }],
  ['order of the items', { plan: { ...content.plan, items: [...content.plan.items, ...content.plan.items] } }],
  [
    'pixel of a simulation',
    { renderings: content.renderings.map((picture, i) => (i === 1 ? { ...picture, sha256: 'bc' } : picture)) },
  ],
  ['pixel of a photo', { photos: content.photos.map((photo) => ({ ...photo, sha256: 'ff' })) }],
  ['picture left out', { renderings: content.renderings.slice(1) }],
  [
    'exchange of two styles',
    { renderings: content.renderings.map((p, i) => (i < 2 ? { ...p, sha256: ['bb', 'aa'][i] ?? '' } : p)) },
  ],
];
test.each(changes)('the seal changes with this difference: %s', (_what, change) => {
  expect(sealOf({ ...content, ...change })).not.toBe(sealOf(content));
});

test('a moved injection point changes the seal', () => {
  const point = {
    id: 'a',
    treatment: 'cheek',
    side: 'right' as const,
    product: '',
    dose: 0.4,
    depth: 'supraperiosteal' as const,
    pose: 'front' as const,
    photo_id: '0198f2a0-0000-7000-8000-000000000001',
    x: 0.4,
    y: 0.5,
    place: { landmarks: [50, 117, 118] as [number, number, number], weights: [1, 0, 0] as [number, number, number] },
  };
  const marked = { ...content, markings: { ...noMarkings(), injections: [point] } };
  expect(sealOf({ ...content, markings: { ...noMarkings(), injections: [{ ...point, x: 0.41 }] } })).not.toBe(
    sealOf(marked),
  );
});

test('canonical JSON sorts keys by code unit at every depth, and does not sort lists', () => {
  expect(canonicalJson([undefined, null])).toBe('[null,null]');
  expect(canonicalJson({ b: [3, { z: null, a: 'é"' }], a: { d: 0.1, c: undefined, B: true } })).toBe(
    '{"a":{"B":true,"d":0.1},"b":[3,{"a":"é\\"","z":null}]}',
  );
});
