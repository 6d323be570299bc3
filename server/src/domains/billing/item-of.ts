import { CURRENCY, partsOf, priceCents, type Sku } from '#contract/billing.ts';
import type { RecurringItem } from '#server/platform/payments/gateway.ts';

const names = { essential: 'Flaira Essential', plus: 'Flaira Plus', elite: 'Flaira Elite' } as const;

/** Returns the item for a sku. The service sets its name and price. */
export function itemOf(sku: Sku): RecurringItem {
  const { plan, cycle } = partsOf(sku);
  return {
    sku,
    name: names[plan],
    amount_cents: priceCents(sku),
    currency: CURRENCY,
    interval: cycle === 'annual' ? 'year' : 'month',
  };
}
