import type { Notes } from './terms.ts';

export const billing: Notes = {
  checkouts: {
    why: 'A start of buying a plan',
    columns: { page_url: 'its address at the provider' },
  },
  subscriptions: {
    why: 'What somebody pays for',
    columns: {
      provider_id: 'its id at the payment provider',
      customer_id: 'the buyer’s id at the payment provider',
      checkout_id: 'how it began',
      plan: 'which plan',
      cycle: 'monthly or annual',
      started_at: 'when it began',
      cancel_at_period_end: 'whether it was cancelled',
      next_attempt_at: 'when a failed payment is tried again',
      renewal_told_for: 'which renewal was announced',
    },
  },
  invoices: {
    why: 'Invoices and credit notes, as accounting law asks',
    columns: {
      provider_reference: 'its id at the payment provider',
      corrects: 'the invoice it corrects',
      lines: 'what was bought',
      buyer: 'name and address on the invoice',
      seller: 'who issued it, as it was then',
      issued_at: 'when it was issued',
    },
  },
  payment_holds: {
    why: 'Who should talk with a doctor before paying',
    kept: 'until they have talked',
    columns: { since: 'since when' },
  },
  invoice_counters: {
    why: 'Numbers of invoices, without a gap',
    kept: 'for good; about nobody',
    columns: { year: 'the year', last: 'the last number' },
  },
  experiment_counts: {
    why: 'How often each version of the plans page was seen and chosen',
    kept: 'for good; about nobody',
    columns: { exposures: 'how often it was seen', conversions: 'how often it was followed by a purchase' },
  },
};
