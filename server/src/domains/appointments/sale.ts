import { vatIn } from '#server/domains/billing/index.ts';

/**
 * The sums that were paid online and refunded for an appointment, in minor units of one currency. If there is a
 * deposit, only the deposit is paid online, and the clinic itself charges the rest.
 */
export interface Sold {
  readonly amount_cents: number;
  readonly refunded_cents: number;
  /** The practitioner's part of the sum that was paid online. */
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
 * Divides a payment after its refunds into the practitioner's share and our commission with its tax. A refund reduces
 * both in the same proportion. The sums are computed from the total refund, so that many small refunds give exactly the
 * same result as one large refund.
 */
export function saleOf({ amount_cents, refunded_cents, share_cents, vat_permille }: Sold): Sale {
  const paid_cents = amount_cents - refunded_cents;
  const share = amount_cents === 0 ? 0 : share_cents - Math.round((share_cents * refunded_cents) / amount_cents);
  return { paid_cents, share_cents: share, ...vatIn(paid_cents - share, vat_permille / 10) };
}
