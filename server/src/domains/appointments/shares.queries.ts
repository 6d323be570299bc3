import { sql } from 'kysely';
import {
  type MissingShare,
  MISSING_SHOWN,
  type OwedToProvider,
  type ShareOfBooking,
  type SharePayment,
} from '#contract/shares.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Accounts } from '#server/platform/ledger/accounts.ts';
import '#server/platform/ledger/ledger.table.ts';
import './shares.table.ts';

const OWED = Accounts.practitioners.number;
const CLIENTS = Accounts.clients.number;

/** The provider and the currency of an account. */
export interface Party {
  readonly provider_id: string;
  readonly currency: string;
}

/**
 * Returns one row for each provider with a share and each currency, the largest open sum first. A balance that was
 * carried over from deleted years counts as earned.
 */
export async function sumOwed(tx: Tx): Promise<OwedToProvider[]> {
  const { rows } = await sql<OwedToProvider>`
    select v.id as provider_id, v.name, p.currency,
           coalesce(-sum(p.amount_cents) filter (where p.kind <> 'share_paid'), 0)::int8 as earned_cents,
           coalesce(sum(p.amount_cents) filter (where p.kind = 'share_paid'), 0)::int8 as paid_cents,
           (-sum(p.amount_cents))::int8 as open_cents,
           to_char(max(p.entry_date), 'YYYY-MM') as last_month
    from (select p.party, p.currency, p.amount_cents, t.kind, t.entry_date
          from ledger_postings p join ledger_transactions t on t.id = p.transaction_id where p.account = ${OWED}
          union all select party, currency, amount_cents, 'carried', carried_at::date from ledger_carried
                    where account = ${OWED} and amount_cents <> 0) p
         join providers v on v.id::text = p.party
    group by v.id, p.currency
    order by open_cents desc, v.name, p.currency`.execute(tx);
  return rows;
}

export async function sumOpen(tx: Tx, { provider_id, currency }: Party): Promise<number> {
  const { rows } = await sql<{ open_cents: number }>`
    select coalesce(-sum(amount_cents), 0)::int8 as open_cents from (
      select amount_cents, account, party, currency from ledger_postings
      union all select amount_cents, account, party, currency from ledger_carried) p
    where account = ${OWED} and party = ${provider_id} and currency = ${currency}`.execute(tx);
  return rows[0]?.open_cents ?? 0;
}

/**
 * Lists the paid appointments without a share, the oldest first. The offers of these appointments have no price for the
 * practitioner. Fully refunded appointments are left out.
 */
export async function listMissing(tx: Tx): Promise<MissingShare[]> {
  const { rows } = await sql<MissingShare>`
    select p.payment_id, o.provider_name, a.number, (p.paid_at at time zone 'Europe/Paris')::date as day,
           a.requested_treatment as treatment, p.amount_cents as price_cents, p.refunded_cents, lower(p.currency) as currency
    from appointment_payments p join appointment_offers o on o.id = p.offer_id join appointments a on a.id = p.appointment_id
    where p.outcome = 'confirmed' and o.provider_price_cents is null and o.provider_id is not null and p.refunded_cents < p.amount_cents
    order by p.paid_at, p.payment_id
    limit ${MISSING_SHOWN + 1}`.execute(tx);
  return rows;
}

export interface MonthOfParty {
  readonly opening_cents: number;
  readonly bookings: ShareOfBooking[];
  readonly payments: SharePayment[];
}

/**
 * Returns a practitioner's balance before a month, and the changes in that month. An entry belongs to the month of its
 * `entry_date`. The day that is shown is the day of the event, which may lie in a closed year.
 */
export async function readMonth(tx: Tx, party: Party, month: string): Promise<MonthOfParty> {
  const ofParty = sql`p.account = ${OWED} and p.party = ${party.provider_id} and p.currency = ${party.currency}`;
  const first = sql`${`${month}-01`}::date`;
  const inMonth = sql`t.entry_date >= ${first} and t.entry_date < ${first} + interval '1 month'`;
  const opening = await sql<{ cents: number }>`
    select -(
      coalesce((select sum(p.amount_cents) from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
                where ${ofParty} and t.entry_date < ${first}), 0)
      + coalesce((select sum(p.amount_cents) from ledger_carried p where ${ofParty}), 0))::int8 as cents`.execute(tx);
  // `t` is an entry of this month: a sale, a refund or its failure, or a share that was set later. `s` is the entry of
  // the sale to which `t` belongs. The day, the treatment and the price are those of the sale, even if a refund
  // followed months later.
  const bookings = await sql<ShareOfBooking>`
    select s.document as number, (s.happened_at at time zone 'Europe/Paris')::date as day, s.service as treatment,
           (select sum(c.amount_cents)::int8 from ledger_postings c where c.transaction_id = s.id and c.account = ${CLIENTS}) as price_cents,
           coalesce(-sum(p.amount_cents) filter (where t.id = s.id or t.kind = 'adjustment'), 0)::int8 as share_cents,
           coalesce(-sum(p.amount_cents) filter (where t.id <> s.id and t.kind <> 'adjustment'), 0)::int8 as refunded_cents
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
         join ledger_transactions s on s.key = 'sale:' || t.payment_id
    where ${ofParty} and ${inMonth}
    group by s.id
    order by day, s.document, s.id`.execute(tx);
  const payments = await sql<SharePayment>`
    select t.id as entry_id, (t.happened_at at time zone 'Europe/Paris')::date as day, t.document as reference, p.amount_cents,
           exists (select from ledger_transactions u where u.key = 'share_unpaid:' || t.id) as is_undone
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where ${ofParty} and ${inMonth} and t.kind = 'share_paid'
    order by day, t.id`.execute(tx);
  return { opening_cents: opening.rows[0]?.cents ?? 0, bookings: bookings.rows, payments: payments.rows };
}

/** Lists the months in which the account changed, the newest first. */
export async function listMonths(tx: Tx, { provider_id, currency }: Party): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(t.entry_date, 'YYYY-MM') as month
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where p.account = ${OWED} and p.party = ${provider_id} and p.currency = ${currency}
    order by month desc`.execute(tx);
  return rows.map(({ month }) => month);
}

export const findShareEntry = (tx: Tx, key: string) => shareEntries(tx).where('t.key', '=', key).executeTakeFirst();

/**
 * Returns the entry with this id if it records that a practitioner was paid. Entries that undo such a payment are left
 * out.
 */
export const findSharePayment = (tx: Tx, id: number) =>
  shareEntries(tx).where('t.id', '=', id).where('p.amount_cents', '>', 0).executeTakeFirst();

const shareEntries = (tx: Tx) =>
  tx
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_postings as p', 'p.transaction_id', 't.id')
    .select(['t.id', 't.document', 'p.amount_cents', 'p.currency', sql<string>`p.party`.as('provider_id')])
    .select(sql<string>`(t.happened_at at time zone 'Europe/Paris')::date`.as('day'))
    .where('t.kind', '=', 'share_paid')
    .where('p.account', '=', OWED);
