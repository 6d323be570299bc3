import { vatIn } from '#server/domains/billing/index.ts';

/** The sums paid here and refunded for an appointment, in minor units of one currency. The rest of a price with a deposit is sold by the clinic. */
export interface Sold {
  readonly amount_cents: number;
  readonly refunded_cents: number;
  /** The practitioner's part of what was paid here. */
  readonly share_cents: number;
  readonly vat_permille: number;
}

export interface Sale {
  readonly paid_cents: number;
  readonly share_cents: number;
  readonly net_cents: number;
  readonly vat_cents: number;
}

/**
 * Divides a payment after refunds: the practitioner's share, and our commission with the tax that it contains. A refund takes the same part of both. The
 * sums are computed from the whole refund so far, so that many small refunds and one large one end at the same cents.
 */
export function saleOf({ amount_cents, refunded_cents, share_cents, vat_permille }: Sold): Sale {
  const paid_cents = amount_cents - refunded_cents;
  const share = amount_cents === 0 ? 0 : share_cents - Math.round((share_cents * refunded_cents) / amount_cents);
  return { paid_cents, share_cents: share, ...vatIn(paid_cents - share, vat_permille / 10) };
}
