import { sql } from 'kysely';
import { findVatPermille } from '#server/domains/billing/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Accounts } from '#server/platform/ledger/accounts.ts';
import { post } from '#server/platform/ledger/post.ts';
import { sumOf } from '#server/platform/ledger/sums.ts';
import { saleOf } from './sale.ts';
import { vatOfAct } from './vat-of-act.ts';

const kinds = ['sale', 'credit_note', 'adjustment'] as const;

/**
 * Brings the ledger up to date with a payment. The first call enters the sale. Later calls enter the effects of refunds
 * and failed refunds, at the VAT rate of the first entry. The payment is locked, so that simultaneous calls do not
 * enter the same effect twice. A payment that confirmed no appointment is not a sale.
 *
 * @param isAdjustment true if only the practitioner's share has changed, because it was set after the sale
 */
export async function bookSale(tx: Tx, paymentId: string, at: Date, isAdjustment = false): Promise<void> {
  const payment = (await findSold(tx, paymentId)) ?? (await findErased(tx, paymentId));
  if (!payment) return;
  const { service, currency, party, number: document } = payment;
  const earlier = await findEarlier(tx, paymentId);
  const vat_permille = earlier.vat_permille ?? vatOfAct(service, await findVatPermille(tx));
  const sale = saleOf({ ...payment, vat_permille });
  const target = {
    clients: sale.paid_cents,
    practitioners: -sale.share_cents,
    services: -sale.net_cents,
    vat: -sale.vat_cents,
  } as const;
  const postings = [];
  for (const account of ['clients', 'practitioners', 'services', 'vat'] as const) {
    const posted = (await sumOf(tx, account, { payment_id: paymentId, kinds })).get(currency) ?? 0;
    const amount_cents = target[account] - posted;
    postings.push({ account, amount_cents, currency, party: account === 'practitioners' ? party : null });
  }
  await post(tx, {
    key: `sale:${paymentId}${earlier.count ? `:${earlier.count}` : ''}`,
    kind: isAdjustment ? 'adjustment' : (postings[0]?.amount_cents ?? 0) < 0 ? 'credit_note' : 'sale',
    journal: isAdjustment ? 'OD' : 'VE',
    at,
    payment_id: paymentId,
    document,
    service,
    vat_permille,
    postings,
  });
}

const findSold = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom('appointment_payments as p')
    .innerJoin('appointment_offers as o', 'o.id', 'p.offer_id')
    .innerJoin('appointments as a', 'a.id', 'p.appointment_id')
    .select([
      'p.amount_cents',
      'p.refunded_cents',
      'a.requested_treatment as service',
      'o.provider_id as party',
      sql<string>`lower(p.currency)`.as('currency'),
      sql<number>`coalesce(o.provider_price_cents, 0)::int8`.as('share_cents'),
      'a.number',
    ])
    .where('p.payment_id', '=', paymentId)
    .where('p.outcome', '=', 'confirmed')
    .forUpdate('p')
    .executeTakeFirst();

/**
 * Finds a payment whose appointment was erased together with its patient. The price is still stored in the payment, and
 * the treatment in the first ledger entry of its sale.
 */
async function findErased(tx: Tx, paymentId: string) {
  const payment = await tx
    .selectFrom('payments')
    .select(['amount_cents', 'refunded_cents', 'currency'])
    .where('id', '=', paymentId)
    .where('reference_kind', '=', 'appointment_offer')
    .where(sql<boolean>`not exists (select from appointment_payments p where p.payment_id = payments.id)`)
    .forUpdate()
    .executeTakeFirst();
  const sale = await tx
    .selectFrom('ledger_transactions')
    .select(['service', 'document'])
    .where('key', '=', `sale:${paymentId}`)
    .executeTakeFirst();
  if (!payment || !sale) return undefined;
  const sold = await soldUntilShare(tx, paymentId);
  // If the share was set after a refund, the books contain only the unrefunded part of the share. The division by
  // `part` gives the share of the whole price.
  const part = sold.paid_cents / payment.amount_cents;
  return {
    ...payment,
    service: sale.service ?? '',
    number: sale.document,
    party: sold.party,
    share_cents: part > 0 ? Math.round(sold.share_cents / part) : 0,
  };
}

/**
 * Sums a payment's postings up to the last entry that sets the practitioner's share: the latest adjustment, or the sale
 * if there is none.
 */
async function soldUntilShare(tx: Tx, paymentId: string) {
  const { rows } = await sql<{ paid_cents: number; share_cents: number; party: string | null }>`
    select coalesce(sum(p.amount_cents) filter (where p.account = ${Accounts.clients.number}), 0)::int8 as paid_cents,
           coalesce(-sum(p.amount_cents) filter (where p.account = ${Accounts.practitioners.number}), 0)::int8 as share_cents,
           max(p.party) as party
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where t.payment_id = ${paymentId} and t.kind in ('sale', 'credit_note', 'adjustment')
      and t.id <= (select max(id) from ledger_transactions
                   where payment_id = ${paymentId} and (key = ${`sale:${paymentId}`} or kind = 'adjustment'))`.execute(
    tx,
  );
  return rows[0] ?? { paid_cents: 0, share_cents: 0, party: null };
}

async function findEarlier(tx: Tx, paymentId: string): Promise<{ count: number; vat_permille: number | null }> {
  const rows = await tx
    .selectFrom('ledger_transactions')
    .select('vat_permille')
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute();
  return { count: rows.length, vat_permille: rows[0]?.vat_permille ?? null };
}
