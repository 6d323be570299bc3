import { expect, test } from 'vitest';
import type { PlanSession, SessionItem } from '#contract/sessions.ts';
import { recipeFor } from '#engine/presets.ts';
import { proposeSessions } from '#engine/plan/propose-sessions.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { assertSessions } from './assert-sessions.ts';

const chin: SessionItem = {
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
  sentence: null,
};
const threads: SessionItem = {
  ...chin,
  treatment: 'thread_lift',
  product: null,
  dose: null,
  unit: null,
  per: null,
  sentence: { text: 'Two threads a side', language: 'en' },
};
const visit = (item: SessionItem): PlanSession[] => [{ weeks_after: 0, review: false, items: [item] }];

function refusedAt(sessions: PlanSession[]): string | undefined {
  try {
    assertSessions(sessions);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.keys((error.data as { fields: object }).fields)[0];
  }
}

test.each<[string, PlanSession[]]>([
  ['nothing yet', []],
  ['an item of the dataset', visit(chin)],
  ['another filler than the usual one', visit({ ...chin, product: 'ha_soft' })],
  ['sides that differ', visit({ ...chin, dose: { right: 2, left: 0 } })],
  ['the most of a session', visit({ ...chin, dose: 4 })],
  ['what the dataset has no dose for', visit(threads)],
  ['a visit for a review', [...visit(chin), { weeks_after: 2, review: true, items: [] }]],
  [
    'what is proposed for a style',
    proposeSessions(recipeFor('glamour')).map((session) => ({
      ...session,
      items: session.items.map((item) => ({ ...item, reasons: [], sentence: null })),
    })),
  ],
])('the sessions of a plan are accepted: %s', (_what, sessions) => {
  expect(refusedAt(sessions)).toBeUndefined();
});

const item = 'plan.sessions.0.items.0';
test.each<[string, PlanSession[], string]>([
  ['an unknown treatment', visit({ ...chin, treatment: 'elbow' }), `${item}.treatment`],
  ['a name of every object', visit({ ...chin, treatment: 'constructor' }), `${item}.treatment`],
  ['another area than the treatment’s', visit({ ...chin, area: 'lips' }), `${item}.area`],
  ['another unit', visit({ ...chin, unit: 'units' }), `${item}.unit`],
  ['a dose of each side where it is that of the area', visit({ ...chin, per: 'side' }), `${item}.per`],
  ['toxin as a filler', visit({ ...chin, product: 'botulinum_toxin_a' }), `${item}.product`],
  ['a brand', visit({ ...chin, product: 'volux' }), `${item}.product`],
  ['no product', visit({ ...chin, product: null }), `${item}.product`],
  ['a dose above the most of a session', visit({ ...chin, dose: 4.05 }), `${item}.dose`],
  ['a side above half of it', visit({ ...chin, dose: { right: 2.05, left: 0 } }), `${item}.dose.right`],
  ['no dose', visit({ ...chin, dose: null }), `${item}.dose`],
  ['a dose of zero', visit({ ...chin, dose: { right: 0, left: 0 } }), `${item}.dose`],
  ['an unknown risk', visit({ ...chin, risks: ['boredom'] }), `${item}.risks`],
  ['an unknown alternative', visit({ ...chin, alternatives: ['prayer'] }), `${item}.alternatives`],
  ['unknown aftercare', visit({ ...chin, aftercare: [{ code: 'to_string', time: null }] }), `${item}.aftercare`],
  [
    'aftercare for another time',
    visit({ ...chin, aftercare: [{ code: 'no_sport', time: { amount: 1, unit: 'hour' } }] }),
    `${item}.aftercare`,
  ],
  ['threads with a dose', visit({ ...threads, dose: 1 }), `${item}.dose`],
  ['threads with a product', visit({ ...threads, product: 'ha_firm' }), `${item}.product`],
  ['threads without a word', visit({ ...threads, sentence: null }), `${item}.sentence`],
  ['a visit for nothing', [{ weeks_after: 0, review: false, items: [] }], 'plan.sessions.0.items'],
  ['a first visit after some weeks', [{ weeks_after: 2, review: false, items: [chin] }], 'plan.sessions.0.weeks_after'],
])('the sessions of a plan are refused: %s', (_what, sessions, path) => {
  expect(refusedAt(sessions)).toBe(path);
});
