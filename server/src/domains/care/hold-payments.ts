import { setPaymentHold } from '#server/domains/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { findScreen, outcomeOf } from './expectation-screen.ts';
import { lockAnswersOf } from './lock-answers.ts';

/**
 * Sets or lifts the hold on payments. Reads the current state instead of the event, because the event of an earlier
 * change may be delivered after that of a later one.
 */
export const holdPayments = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    await lockAnswersOf(tx, userId);
    await setPaymentHold(ctx, tx, userId, outcomeOf(await findScreen(tx, userId)) === 'talk_first');
  });
