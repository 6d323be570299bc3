import type { Context } from '#server/platform/context.ts';
import { offerFreedTimes } from './offer-freed.ts';
import { endOverWaits, settleWaitOffers } from './settle-offers.ts';
import { tellWaitOffers } from './tell-offer.ts';

/**
 * Runs the waiting list every minute. Because of the order of the steps, a patient whose offer has just lapsed can get
 * the next offer in the same run.
 */
export async function runWaitingList(ctx: Context): Promise<void> {
  await settleWaitOffers(ctx);
  await endOverWaits(ctx);
  await offerFreedTimes(ctx);
  await tellWaitOffers(ctx);
}
