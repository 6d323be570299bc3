import type { ColumnType, Generated } from 'kysely';
import type { Language } from '#contract/base.ts';
import type { Cycle, PaidPlan, Sku, Variant } from '#contract/billing.ts';
import type { Seller } from '#contract/site.ts';

export interface CheckoutsTable {
  id: Generated<string>;
  user_id: string;
  sku: Sku;
  amount_cents: number;
  currency: string;
  variant: Variant | null;
  region: string;
  status: Generated<'open' | 'paid' | 'expired'>;
  page_id: string | null;
  page_url: string | null;
  expires_at: Date;
  created_at: Date;
  paid_at: Date | null;
}

export interface SubscriptionsTable {
  id: Generated<string>;
  provider_id: string;
  customer_id: string;
  checkout_id: string;
  user_id: string | null;
  sku: Sku;
  plan: PaidPlan;
  cycle: Cycle;
  amount_cents: number;
  currency: string;
  status: 'active' | 'past_due' | 'ended';
  started_at: Date;
  period_start: Date;
  period_end: Date;
  /** When a cancelled subscription ends. Null if it is not cancelled. */
  cancel_at: Date | null;
  next_attempt_at: Date | null;
  confirm_url: string | null;
  /** The end of the latest period whose renewal was announced. */
  renewal_told_for: Date | null;
  ended_at: Date | null;
}

export interface InvoiceLine {
  readonly description: string;
  readonly amount_cents: number;
}

export interface Buyer {
  readonly name: string;
  readonly email: string;
  readonly language: Language;
}

/** The seller's details on the day of the invoice. */
export type InvoiceSeller = Seller & { readonly is_confirmed: boolean };

export interface InvoicesTable {
  id: Generated<string>;
  number: string;
  kind: 'invoice' | 'credit_note';
  user_id: string | null;
  provider_reference: string;
  payment_id: string | null;
  /** The provider's id of the subscription. A credit note has none. */
  subscription_id: ColumnType<string | null, string | null | undefined, never>;
  corrects: string | null;
  amount_cents: number;
  /** The value added tax in `amount_cents`. Negative on a credit note. */
  vat_cents: number;
  currency: string;
  /** Written as JSON text, and read as a parsed value. */
  lines: ColumnType<readonly InvoiceLine[], string, never>;
  buyer: ColumnType<Buyer, string, never>;
  seller: ColumnType<InvoiceSeller | null, string, never>;
  period_start: Date | null;
  period_end: Date | null;
  issued_at: Date;
}

export interface ExperimentCountsTable {
  day: string;
  variant: Variant;
  region: string;
  exposures: Generated<number>;
  conversions: Generated<number>;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    checkouts: CheckoutsTable;
    subscriptions: SubscriptionsTable;
    invoices: InvoicesTable;
    invoice_counters: { year: number; last: number };
    experiment_counts: ExperimentCountsTable;
    payment_holds: { user_id: string; since: Date };
  }
}
