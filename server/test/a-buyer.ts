import type { Sku } from '#contract/billing.ts';
import { getMembership, startCheckout } from '#server/domains/billing/index.ts';
import { findUser } from '#server/domains/identity/index.ts';
import { aWorld } from './world.ts';

/** Returns the input with which a browser starts a checkout. Its price and currency are deliberately wrong. */
export const anOrder = (sku: Sku = 'elite_monthly', over: { variant?: 'A' | 'B'; region?: string } = {}) => ({
  sku,
  type: 'subscription' as const,
  cycle: 'monthly' as const,
  amount: 1,
  currency: 'xxx',
  region: 'Global',
  ...over,
});

/** Makes a test fixture (`World`) with a patient. The returned functions buy a membership and read its effects. */
export async function aBuyer() {
  const world = await aWorld();
  const patient = await world.patient();
  const open = (sku?: Sku) => startCheckout(world, patient, anOrder(sku));
  return {
    world,
    patient,
    open,
    join: async (sku?: Sku, card: 'accepted' | 'fails_later' = 'accepted') => world.pay((await open(sku)).url, card),
    membership: () => getMembership(world, patient.userId),
    planOf: async (person = patient) => (await findUser(world.db, person.userId))?.plan,
    /** Returns the pages of the test checkout. */
    pages: () =>
      world.db.selectFrom('test_checkout_objects').select(['id', 'data']).where('kind', '=', 'page').execute(),
    subjects: async () => (await world.mails()).map(({ subject }) => subject),
    /** Sets the clock to ten o'clock (UTC) on this day. */
    stand: (day: string) => world.clock.set(new Date(`${day}T10:00:00Z`)),
  };
}
