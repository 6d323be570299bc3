import { findSeller } from '#server/domains/site/index.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';

/** Returns the seller's VAT rate in tenths of a percent. */
export async function findVatPermille(db: Db | Tx): Promise<number> {
  const { vat_percent } = await findSeller(db, 'fr');
  return Math.round(vat_percent * 10);
}

/**
 * Splits a price into its net amount and its value added tax.
 *
 * @param amount_cents price including tax; negative on a credit note
 * @returns both parts in cents, which add up to the price. The parts of a negative price are those of the positive
 *   price, with the other sign
 */
export function vatIn(amount_cents: number, vat_percent: number): { net_cents: number; vat_cents: number } {
  // `Math.round` rounds half a cent up, also for negative amounts. A full credit note would then differ from its
  // invoice.
  const net_cents = Math.sign(amount_cents) * Math.round(Math.abs(amount_cents) / (1 + vat_percent / 100));
  return { net_cents, vat_cents: amount_cents - net_cents };
}
