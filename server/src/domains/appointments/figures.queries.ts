import { type RawBuilder, sql } from 'kysely';
import type { FigureGroup, StepFigures } from '#contract/figures.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Account, Accounts } from '#server/platform/ledger/accounts.ts';
import type { ExactFigures } from './withhold-small.ts';

/**
 * The first and the last day of a period, both included, as `YYYY-MM-DD`. Days begin at midnight in the time zone of
 * Paris.
 */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Counts the requests of a period, and how many of them have reached each step by now. A request counts for a step only
 * if it also counts for all earlier steps, so no share exceeds 100 %. Appointments that patients booked without the
 * team are not requests.
 */
export async function sumSteps(tx: Tx, { from, to }: Period): Promise<StepFigures> {
  const { rows } = await sql<StepFigures>`
    with asked as (
      select id, status, created_at from appointments a
      where not exists (select from appointment_offers o where o.appointment_id = a.id and o.is_direct)
        and created_at >= (${from}::date)::timestamp at time zone 'Europe/Paris'
        and created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Paris'
    ), reached as (
      select a.status, a.created_at,
             least((select min(m.at) from appointment_messages m where m.appointment_id = a.id and m.from_team), e.offered_at) as answered_at,
             e.offered_at, e.paid_at, e.done_at
      from asked a cross join lateral (
        select min(at) filter (where kind = 'offer_made') as offered_at,
               min(at) filter (where kind = 'paid') as paid_at,
               case when a.status = 'done' then max(at) filter (where to_status = 'done') end as done_at
        from appointment_events where appointment_id = a.id) e
    )
    select count(*)::int as asked, count(answered_at)::int as answered, count(offered_at)::int as offered,
           count(*) filter (where offered_at is not null and paid_at is not null)::int as paid,
           count(*) filter (where offered_at is not null and paid_at is not null and done_at is not null)::int as done,
           count(*) filter (where answered_at is null and status in ('pending', 'in_progress'))::int as waiting,
           percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at))::float8 as median_s,
           percentile_cont(0.9) within group (order by extract(epoch from answered_at - created_at))::float8 as p90_s
    from reached`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a count has one row');
  return row;
}

const names: Readonly<Record<FigureGroup, RawBuilder<unknown>>> = {
  treatment: sql`s.service`,
  provider: sql`o.provider_name`,
  city: sql`a.city_target`,
  month: sql`to_char(t.entry_date, 'YYYY-MM')`,
};

/**
 * Returns the exact sums of the period's ledger entries that belong to sales of appointments. Pass them through
 * `withholdSmall` before you show them. If the groups are providers or cities, the name of a group is null for erased
 * appointments. All erased appointments are treated as appointments of one patient.
 */
export async function sumMoney(tx: Tx, { from, to }: Period, by: FigureGroup): Promise<ExactFigures[]> {
  const of = (account: Account) => sql`account = ${Accounts[account].number}`;
  const { rows } = await sql<ExactFigures>`
    with lines as (
      select ${names[by]} as name, p.currency, p.account, p.amount_cents, t.kind,
             coalesce(a.patient_id::text, 'erased') as patient
      from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
           join ledger_transactions s on s.key = 'sale:' || t.payment_id
           left join appointment_payments y on y.payment_id = t.payment_id
           left join appointment_offers o on o.id = y.offer_id
           left join appointments a on a.id = y.appointment_id
      where t.entry_date between ${from}::date and ${to}::date
    )
    select name, currency, array_agg(distinct patient) as patients,
      coalesce(sum(amount_cents) filter (where ${of('clients')} and kind in ('sale', 'credit_note', 'adjustment')), 0)::int8 as revenue_cents,
      coalesce(-sum(amount_cents) filter (where ${of('practitioners')}), 0)::int8 as share_cents,
      coalesce(-sum(amount_cents) filter (where ${of('vat')}), 0)::int8 as vat_cents,
      coalesce(sum(amount_cents) filter (where ${of('fees')}), 0)::int8 as fee_cents,
      coalesce(sum(amount_cents) filter (where ${of('losses')}), 0)::int8 as lost_cents,
      coalesce(-sum(amount_cents) filter (where ${of('services')} or ${of('fees')} or ${of('losses')}), 0)::int8 as margin_cents
    from lines
    group by name, currency
    order by currency, revenue_cents desc, name`.execute(tx);
  return rows;
}
