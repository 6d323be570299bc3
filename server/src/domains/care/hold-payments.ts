import { setPaymentHold } from '#server/domains/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { findScreen, outcomeOf } from './expectation-screen.ts';
import { lockAnswersOf } from './lock-answers.ts';

/**
 * Sets or ends the block on payments. It reads the current state from the database instead of the event, because the
 * event of an earlier change may be delivered after the event of a later change.
 */
export const holdPayments = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    await lockAnswersOf(tx, userId);
    await setPaymentHold(ctx, tx, userId, outcomeOf(await findScreen(tx, userId)) === 'talk_first');
  });
