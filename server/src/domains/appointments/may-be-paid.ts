import { missingOnQuote, payableFrom, type QuoteItem } from '#contract/quote.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Appointment, Offer } from './appointments.queries.ts';

/** Returns the items that are missing from the quote of an offer. */
export const missingOn = (
  { requested_treatment }: Pick<Appointment, 'requested_treatment'>,
  offer: Offer,
): QuoteItem[] =>
  missingOnQuote({
    act: requested_treatment,
    registration: offer.provider_registration,
    insurance: offer.provider_insurance,
    products: offer.products,
    vat_permille: offer.vat_permille,
    created_at: offer.created_at,
    scheduled_at: offer.scheduled_at,
    reflection_days: offer.reflection_days,
  });

/**
 * Checks that the payment page may open: the quote must be complete, and its reflection period must be over.
 *
 * @throws Refusal QUOTE_INCOMPLETE, REFLECTION_RUNS
 */
export function assertMayBePaid(row: Appointment, offer: Offer, now: Date): void {
  const missing = missingOn(row, offer);
  if (missing.length > 0) throw new Refusal('QUOTE_INCOMPLETE', { missing });
  const from = payableFrom(offer);
  if (now < from) throw new Refusal('REFLECTION_RUNS', { until: from.toISOString() });
}
