import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import { mayWithdraw } from './withdraw.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A paying person was erased, so all charges must stop. The ids are those of the payment provider. */
    'billing.payerErased': {
      subscription_ids: string[];
      page_ids: string[];
    };
  }
}

export const billingData: PersonalData = {
  tables: {
    checkouts: {
      why: 'Each time that someone started to buy a plan',
      of: 'user_id',
      hidden: ['user_id', 'page_url', 'page_id', 'variant'],
      columns: { page_url: 'its address at the provider' },
    },
    subscriptions: {
      why: 'Paid plans of a person',
      of: 'user_id',
      hidden: ['user_id', 'customer_id', 'provider_id', 'confirm_url'],
      kept: 'books',
      columns: {
        provider_id: 'its id at the payment provider',
        customer_id: 'the buyer’s id at the payment provider',
        checkout_id: 'the way in which it began',
        plan: 'the plan',
        cycle: 'monthly or annual',
        started_at: 'when it began',
        cancel_at: 'when it ends, if it was cancelled',
        next_attempt_at: 'when a failed payment is tried again',
        confirm_url: 'where a payment is confirmed, if the bank asks for it',
        renewal_told_for: 'the renewal that was announced',
      },
    },
    invoices: {
      why: 'Invoices and credit notes, required by accounting law',
      of: 'user_id',
      hidden: ['user_id', 'provider_reference', 'subscription_id'],
      kept: 'books',
      columns: {
        provider_reference: 'its id at the payment provider',
        subscription_id: 'the id of its subscription at the payment provider',
        corrects: 'the invoice it corrects',
        vat_cents: 'the value added tax in the amount',
        lines: 'the purchased plan',
        buyer: 'name and address on the invoice',
        seller: 'the issuer at that time',
        issued_at: 'when it was issued',
      },
    },
    payment_holds: {
      why: 'People who should talk with a doctor before they pay',
      of: 'user_id',
      hidden: 'all',
      stays: 'until they have talked',
      columns: { since: 'since when' },
    },
    invoice_counters: {
      why: 'The counter of invoice numbers, which must have no gap',
      stays: 'permanently; contains no personal data',
      columns: { year: 'the year', last: 'the last number' },
    },
    experiment_counts: {
      why: 'How often each version of the plans page was seen and chosen',
      stays: 'permanently; contains no personal data',
      columns: { exposures: 'how often it was seen', conversions: 'how often it was followed by a purchase' },
    },
  },
  erase,
};

/**
 * Ends the running subscription. Within the withdrawal period its payments are also refunded, as if the payer had
 * withdrawn. In the books, only invoices still contain the buyer's name, as the law requires.
 */
async function erase(ctx: Context, tx: Tx, { userId }: Leaver): Promise<void> {
  const living = await tx
    .selectFrom('subscriptions')
    .select(['provider_id', 'started_at'])
    .where('user_id', '=', userId)
    .where('status', '<>', 'ended')
    .execute();
  const open = await tx
    .selectFrom('checkouts')
    .select('page_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .execute();
  const subscription_ids = living.map(({ provider_id }) => provider_id);
  const page_ids = open.flatMap(({ page_id }) => page_id ?? []);
  if (subscription_ids.length + page_ids.length > 0)
    await ctx.outbox.emit(tx, 'billing.payerErased', { subscription_ids, page_ids });
  for (const row of living) {
    const { provider_id: subscription_id } = row;
    if (mayWithdraw(row, ctx.clock.now()))
      await ctx.outbox.emit(tx, 'billing.withdrawn', { subscription_id }, { key: subscription_id });
  }
  for (const table of ['subscriptions', 'invoices'] as const)
    await sql`update ${sql.table(table)} set user_id = null where user_id = ${userId}`.execute(tx);
}
