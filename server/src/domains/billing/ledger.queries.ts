import { sql } from 'kysely';
import type { AccountNumbers, EntryKind, LedgerDifference } from '#contract/ledger.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { FecPosting } from './fec.ts';

type AccountNumber = (typeof AccountNumbers)[number];

const yearOf = (column: string) => sql<number>`extract(year from ${sql.ref(column)})::int`;
const inYear = (column: string, year: number) =>
  sql<boolean>`${sql.ref(column)} between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`;

/** Returns for each account and currency the balance before the year (`month` 0) and the change in each month. */
export const sumMonths = (tx: Tx, year: number) =>
  tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_transactions as t', 't.id', 'p.transaction_id')
    .select([
      sql<AccountNumber>`p.account`.as('account'),
      'p.currency',
      sql<number>`case when t.entry_date < make_date(${year}, 1, 1) then 0 else extract(month from t.entry_date)::int end`.as(
        'month',
      ),
      sql<number>`sum(p.amount_cents)::int8`.as('cents'),
    ])
    .where(sql<boolean>`t.entry_date <= make_date(${year}, 12, 31)`)
    .groupBy(['p.account', 'p.currency', sql`3`])
    .orderBy('p.account')
    .orderBy('p.currency')
    .execute();

/** Returns the sales of a year minus its credit notes, by service and VAT rate. */
export const sumVat = (tx: Tx, year: number) =>
  tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_transactions as t', 't.id', 'p.transaction_id')
    .select([
      sql<string>`t.service`.as('service'),
      sql<number>`t.vat_permille`.as('vat_permille'),
      'p.currency',
      sql<number>`coalesce(-sum(p.amount_cents) filter (where p.account = '706'), 0)::int8`.as('net_cents'),
      sql<number>`coalesce(-sum(p.amount_cents) filter (where p.account = '4457'), 0)::int8`.as('vat_cents'),
    ])
    .where('t.service', 'is not', null)
    .where(inYear('t.entry_date', year))
    .groupBy(['t.service', 't.vat_permille', 'p.currency'])
    .orderBy('t.service')
    .orderBy('t.vat_permille')
    .orderBy('p.currency')
    .execute();

export const listYears = (tx: Tx) =>
  tx
    .selectFrom('ledger_transactions')
    .select(yearOf('entry_date').as('year'))
    .distinct()
    .orderBy('year', 'desc')
    .execute();

/** Returns true if the year is closed, so that no entry can be added to it. */
export async function isClosed(tx: Tx, year: number): Promise<boolean> {
  const { rows } = await sql`select from ledger_closed_years where year >= ${year}`.execute(tx);
  return rows.length > 0;
}

export const findLastReconciliation = (tx: Tx) =>
  tx
    .selectFrom('ledger_reconciliations')
    .select(['at', 'moves_count'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const openDifferences = (tx: Tx) => tx.selectFrom('ledger_differences').where('settled_at', 'is', null);

/** Returns the newest differences that are not settled. */
export const listDifferences = (tx: Tx) =>
  openDifferences(tx).selectAll().orderBy('found_at', 'desc').orderBy('id').limit(200).execute();

export async function countDifferences(tx: Tx): Promise<number> {
  const { count } = await openDifferences(tx)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type DifferenceStep = LedgerDifference['history'][number] & { id: string };

/**
 * Returns the steps that the team took to clear up these differences, newest first. Returns up to 20 for each
 * difference. The steps are in the audit log, which the roles of transactions cannot read. The function therefore takes
 * `db`.
 */
export async function listDifferenceHistory(db: Db, ids: readonly string[]): Promise<DifferenceStep[]> {
  const { rows } = await sql<Omit<DifferenceStep, 'at'> & { at: Date }>`
    select a.subject_id as id, a.at, actor.name as by_name, a.details ->> 'step' as step, a.details ->> 'until' as until, person.name as to
    from unnest(${[...ids]}::text[]) as d(id) cross join lateral (
           select * from audit_log where subject_type = 'difference' and subject_id = d.id order by id desc limit 20) a
         left join users actor on actor.id::text = a.actor_id
         left join users person on person.id::text = a.details ->> 'to'
    order by a.id desc`.execute(db);
  return rows.map(({ at, ...step }) => ({ ...step, at: at.toISOString() }));
}

export interface EntryFilter {
  readonly year: number;
  readonly account?: AccountNumber | undefined;
  readonly kind?: EntryKind | undefined;
  readonly search: string;
  readonly limit: number;
  readonly after?: number | undefined;
}

/** Returns entries that match the filter, the latest day first, with all their postings. */
export function listEntries(tx: Tx, { year, account, kind, search, limit, after }: EntryFilter) {
  let query = tx
    .selectFrom('ledger_transactions as t')
    .leftJoin('ledger_numbers as n', 'n.transaction_id', 't.id')
    .select([
      't.id',
      'n.number',
      sql<string>`t.entry_date`.as('date'),
      't.journal',
      't.kind',
      't.document',
      sql<{ account: AccountNumber; amount_cents: number; currency: string }[]>`(
        select json_agg(json_build_object('account', p.account, 'amount_cents', p.amount_cents, 'currency', p.currency) order by p.line)
        from ledger_postings p where p.transaction_id = t.id)`.as('postings'),
    ])
    .where(inYear('t.entry_date', year))
    .orderBy('t.entry_date', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit);
  if (kind) query = query.where('t.kind', '=', kind);
  if (account)
    query = query.where(
      sql<boolean>`exists (select from ledger_postings p where p.transaction_id = t.id and p.account = ${account})`,
    );
  if (search)
    query = query.where((is) =>
      is.or([is('t.payment_id', '=', search), sql<boolean>`starts_with(lower(t.document), lower(${search}))`]),
    );
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(t.entry_date, t.id) < (select entry_date, id from ledger_transactions where id = ${after})`,
    );
  return query.execute();
}

/** Returns the numbered postings of a year, in the order of their numbers. */
export const listNumbered = (tx: Tx, year: number): Promise<NumberedPosting[]> =>
  selectNumbered(tx).where('n.year', '=', year).execute();

/** Returns the numbered postings of all earlier years, the oldest first. */
export const listNumberedBefore = (tx: Tx, year: number): Promise<NumberedPosting[]> =>
  selectNumbered(tx).where('n.year', '<', year).execute();

/** Returns the balances carried from deleted years, with the provider's name. */
export const listCarried = (tx: Tx) =>
  tx
    .selectFrom('ledger_carried as c')
    .leftJoin('providers', (join) => join.on(sql<boolean>`providers.id::text = c.party`))
    .select([
      sql<AccountNumber>`c.account`.as('account'),
      'c.party',
      'providers.name as party_name',
      'c.currency',
      'c.amount_cents',
      'c.euro_cents',
    ])
    .orderBy('c.account')
    .orderBy('c.party')
    .execute();

type NumberedPosting = FecPosting & { payment_id: string | null; vat_permille: number | null };

const selectNumbered = (tx: Tx) =>
  tx
    .selectFrom('ledger_numbers as n')
    .innerJoin('ledger_transactions as t', 't.id', 'n.transaction_id')
    .innerJoin('ledger_postings as p', 'p.transaction_id', 't.id')
    .leftJoin('providers', (join) => join.on(sql<boolean>`providers.id::text = p.party`))
    .select([
      'n.number',
      't.journal',
      't.kind',
      sql<string>`t.entry_date`.as('date'),
      sql<string>`(t.happened_at at time zone 'Europe/Paris')::date`.as('happened_on'),
      sql<string>`(n.validated_at at time zone 'Europe/Paris')::date`.as('validated_on'),
      't.document',
      't.payment_id',
      't.vat_permille',
      'p.account',
      'p.party',
      'providers.name as party_name',
      'p.amount_cents',
      'p.currency',
      sql<number | null>`(select (sum(m.settled_cents) / nullif(sum(m.amount_cents), 0))::float8 from provider_moves m
        where m.payment_id = t.payment_id and m.kind = 'payment' and m.currency = p.currency and m.settled_currency = 'eur')`.as(
        'euro_rate',
      ),
    ])
    .orderBy('n.year')
    .orderBy('n.number')
    .orderBy('p.line');
