import type { ServiceAct } from './appointments.ts';

/**
 * Items that the quote must contain before the patient can pay it. `date` counts as missing if the appointment would
 * begin before the reflection period ends.
 */
export const QuoteItems = ['registration', 'insurance', 'products', 'vat', 'date'] as const;
export type QuoteItem = (typeof QuoteItems)[number];

export interface QuoteTerms {
  readonly act: string;
  readonly registration: string;
  readonly insurance: string;
  /** Products and units. */
  readonly products: string;
  /** VAT rate in tenths of a percent. Null: the rate is not decided yet. */
  readonly vat_permille: number | null;
  readonly created_at: Date;
  readonly scheduled_at: Date | null;
  readonly reflection_days: number;
}

const withoutProduct: readonly string[] = ['Laser', 'Consultation'] satisfies ServiceAct[];
const DAY_MS = 24 * 3_600_000;

/** Returns the earliest moment when a quote may be paid. */
export const payableFrom = ({
  created_at,
  reflection_days,
}: Pick<QuoteTerms, 'created_at' | 'reflection_days'>): Date =>
  new Date(created_at.getTime() + reflection_days * DAY_MS);

/** Returns the missing items in the order of the form. */
export function missingOnQuote(terms: QuoteTerms): QuoteItem[] {
  const { act, registration, insurance, products, vat_permille, scheduled_at } = terms;
  const isMissing: Record<QuoteItem, boolean> = {
    registration: !registration.trim(),
    insurance: !insurance.trim(),
    products: !products.trim() && !withoutProduct.includes(act),
    vat: vat_permille === null,
    date: scheduled_at !== null && scheduled_at < payableFrom(terms),
  };
  return QuoteItems.filter((item) => isMissing[item]);
}
