import type { Page, Route } from '@playwright/test';

const anHour_ms = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * anHour_ms).toISOString();
const still = { difference: 1, band: 5, is_measurable: false };
const score = { value: 70, band: 5, is_appearance_estimate: false, is_corrected: false };
const six = <T>(one: T) => ({
  hydration: one,
  wrinkles: one,
  elasticity: one,
  pores: one,
  inflammation: one,
  sebum: one,
});

/** The service's response for a person who has data in every card. */
export const summary = {
  skin_score: {
    state: 'scored',
    current: {
      taken_at: ago(20),
      signed_at: ago(10),
      practitioner_name: 'Hélène Vasseur',
      overall: { value: 74.2, band: 4.1 },
      scores: { ...six(score), elasticity: { ...score, is_appearance_estimate: true } },
    },
    trend: {
      since: ago(900),
      overall: { difference: -2.3, band: 4.1, is_measurable: false },
      scores: { ...six(still), pores: { difference: 8, band: 5, is_measurable: true } },
    },
    history: [
      { taken_at: ago(900), overall: 76.5, scores: {} },
      { taken_at: ago(20), overall: 74.2, scores: {} },
    ],
  },
  friends: Array.from({ length: 12 }, (_, at) => ({
    connection_id: crypto.randomUUID(),
    name: `Friend ${at + 1}`,
    score: 81 - at,
    difference: 7 - at,
  })),
  friends_count: 14,
  friend_requests: 1,
  progress: {
    uploads_month: 18,
    monthly_target: 30,
    percent: 60,
    challenges_joined: 3,
    challenges_completed: 2,
    shares_friends: 4,
    shares_community: 1,
    weekly_uploads: [2, 3, 1, 0, 2, 6, 0],
  },
  counts: { before: 3, photos: 18 },
  achievements: {
    achievements: [
      ['first_set', 3, 3],
      ['first_simulation', 1, 1],
      ['steady_week', 4, 7],
      ['first_words', 1, 1],
      ['first_friend', 1, 1],
      ['first_challenge', 0, 1],
    ].map(([id, progress, target]) => ({ id, emoji: '', color: '', unlocked: progress === target, progress, target })),
    unlocked: 4,
    rewards: [
      { id: 'cashback', type: 'cashback', needs: 4, locked: false, claimed_at: null, fulfilled_at: null },
      { id: 'skin_card', type: 'voucher', needs: 5, locked: true, claimed_at: null, fulfilled_at: null },
      { id: 'serum_set', type: 'gift', needs: 6, locked: true, claimed_at: null, fulfilled_at: null },
    ],
    is_public: false,
  },
  recommended_products: [
    {
      id: crypto.randomUUID(),
      name: 'Mineral sunscreen',
      description: 'For every day.',
      price_cents: 2450,
      currency: 'EUR',
      reason: { by: 'score', score: 'pores' },
    },
  ],
  trending_topics: [{ id: 'sun-care', title: 'Sun care', posts_last7: 3 }],
  appointments: [
    {
      appointment_id: crypto.randomUUID(),
      number: 'A-7',
      status: 'confirmed',
      city: 'Lyon',
      is_video: false,
      scheduled_at: ago(-200),
      timezone: 'Europe/Paris',
      provider_name: 'Dr Anne Roche',
    },
    {
      appointment_id: crypto.randomUUID(),
      number: 'A-8',
      status: 'confirmed',
      city: 'Nantes',
      is_video: true,
      scheduled_at: ago(-300),
      timezone: 'Europe/Paris',
      provider_name: 'Dr Anne Roche',
    },
  ],
};

/** The service's response for a person who has no data yet. */
export const nothing = {
  ...summary,
  skin_score: { state: 'no_photos', current: null, trend: null, history: [] },
  friends: [],
  friends_count: 0,
  friend_requests: 0,
  recommended_products: [],
  trending_topics: [],
  appointments: [],
};

export const card = (page: Page, name: string) =>
  page.locator('section.card', { has: page.getByRole('heading', { name, exact: true }) });
export const on = (page: Page, call: string, answer: (route: Route) => Promise<void>) =>
  page.route(`**/rpc/${call}`, answer);

/** Delays a call until the returned function is called. The call then fails. */
export async function failing(page: Page, call: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await on(page, call, async (route) => {
    await promise;
    await route.fulfill({ status: 500, json: {} });
  });
  return resolve;
}
