import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findWithRefunds } from './refunds.ts';
import { showPaymentForAdmin } from './show-payment.ts';

export const getPayment = (ctx: Context, { userId }: SignedIn, paymentId: string) =>
  withStaff(ctx.db, userId, async (tx) => {
    const payment = await findWithRefunds(tx, paymentId);
    if (!payment) throw new Refusal('NOT_FOUND');
    return showPaymentForAdmin(payment);
  });
