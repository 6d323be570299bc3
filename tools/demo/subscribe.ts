import { skuOf } from '#contract/billing.ts';
import { getMembership, startCheckout } from '#server/domains/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import type { DemoPatient } from './people.ts';
import { signedIn } from './receive-patient.ts';

/**
 * Buys the patient's plan with a payment of the test checkout. If a real payment provider is configured, it buys
 * nothing.
 */
export async function subscribe(ctx: Context, patientId: string, { plan }: DemoPatient): Promise<void> {
  if (plan === 'free' || ctx.payments.provider !== 'test') return;
  if ((await getMembership(ctx, patientId)).subscription) return;
  const start = {
    sku: skuOf(plan, 'monthly'),
    type: 'subscription',
    cycle: 'monthly',
    amount: 0,
    currency: 'eur',
  } as const;
  const { url } = await startCheckout(ctx, signedIn(patientId, 'patient'), { ...start, variant: 'B', region: 'Paris' });
  await payTestPage(ctx, url.split('/').at(-1) ?? '', 'accepted');
  // Delivers the events now, so that the invoice gets the current time of the demo's clock.
  await ctx.outbox.drain();
}

/**
 * Adds invented results to the experiment on the subscription plans page: how many people saw it and how many bought.
 */
export async function countVisits({ db, clock }: Context): Promise<void> {
  const day = new Date(clock.now().getTime() - 7 * 86_400_000).toISOString().slice(0, 10);
  if (await db.selectFrom('experiment_counts').select('day').where('exposures', '>', 100).executeTakeFirst()) return;
  await db
    .insertInto('experiment_counts')
    .values([
      { day, variant: 'A', region: 'Global', exposures: 1284, conversions: 41 },
      { day, variant: 'B', region: 'Global', exposures: 1301, conversions: 63 },
      { day, variant: 'C', region: 'Global', exposures: 1266, conversions: 47 },
      { day, variant: 'A', region: 'Paris', exposures: 212, conversions: 9 },
      { day, variant: 'B', region: 'Paris', exposures: 205, conversions: 12 },
      { day, variant: 'C', region: 'Paris', exposures: 219, conversions: 8 },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
