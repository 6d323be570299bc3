import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { expire, findOpen } from './checkouts.queries.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A doctor wants to talk with this person before any payment. The person's open payment pages have to close. */
    'billing.paymentsHeld': { user_id: string };
    /** The hold on payments ended. If a renewal failed during the hold, the person gets the email about it now. */
    'billing.holdEnded': { user_id: string };
  }
}

/**
 * Starts the hold on all payments of a person if `isNeeded` is true, because a doctor wants to talk with the person
 * first. Ends the hold if `isNeeded` is false. During a hold no payment page can be opened, and open pages are closed.
 */
export async function setPaymentHold(ctx: Context, tx: Tx, userId: string, isNeeded: boolean): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('payment_holds').where('user_id', '=', userId).executeTakeFirst();
  if (!isNeeded && numDeletedRows > 0n) await ctx.outbox.emit(tx, 'billing.holdEnded', { user_id: userId });
  if (!isNeeded) return;
  await tx.insertInto('payment_holds').values({ user_id: userId, since: ctx.clock.now() }).execute();
  await ctx.outbox.emit(tx, 'billing.paymentsHeld', { user_id: userId });
}

export async function isHeld(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('payment_holds').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/**
 * Closes the payment page that was opened before the hold. A page that has just been paid is not closed, because the
 * webhook event about its payment will arrive soon.
 */
export async function closeCheckout(ctx: Context, userId: string): Promise<void> {
  const checkout = await withSystem(ctx.system, (tx) => findOpen(tx, userId));
  if (!checkout) return;
  const isClosed = checkout.page_id === null || (await ctx.payments.expirePage(checkout.page_id));
  if (isClosed) await withSystem(ctx.system, (tx) => expire(tx, checkout.id));
}
