import { type CheckoutState, partsOf } from '#contract/billing.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { find } from './checkouts.queries.ts';

const states = { open: 'pending', paid: 'paid', expired: 'not_started' } as const;

/**
 * Returns the state of a checkout. It becomes `paid` through the provider's webhook events, not when the person returns
 * from the payment page.
 */
export async function getCheckout({ db }: Context, userId: string, id: string): Promise<CheckoutState> {
  const checkout = await withUser(db, userId, (tx) => find(tx, id));
  if (!checkout) throw new Refusal('NOT_FOUND');
  const { status, sku, amount_cents, currency } = checkout;
  return { state: states[status], ...partsOf(sku), amount_cents, currency };
}
