import { sql } from 'kysely';
import { csvFile, csvLine } from '#contract/csv.ts';
import type { AccountYear, FecProblems } from '#contract/ledger.ts';
import { findSeller } from '#server/domains/site/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { letter } from './fec-letters.ts';
import { carriedRows, openingRows } from './fec-opening.ts';
import { checkFec, fecName, fecRows, fecText, sirenIn } from './fec.ts';
import * as queries from './ledger.queries.ts';
import { reachProvider } from './reach-provider.ts';
import { reconcile } from './reconcile.ts';
import { yearIn } from './words.ts';

export async function adminGetLedger({ db, clock }: Context, adminId: string, year: number) {
  const { differences, ...ledger } = await withStaff(db, adminId, async (tx) => {
    const last = await queries.findLastReconciliation(tx);
    return {
      accounts: accountsOf([
        ...(await queries.listCarried(tx)).map((sum) => ({ ...sum, month: 0, cents: sum.amount_cents })),
        ...(await queries.sumMonths(tx, year)),
      ]),
      vat: await queries.sumVat(tx, year),
      years: (await queries.listYears(tx)).map((row) => row.year),
      export_closes: year < yearIn(clock.now()) && !(await queries.isClosed(tx, year)),
      last_reconciliation: last ? { at: last.at.toISOString(), moves: last.moves_count } : null,
      differences: await queries.listDifferences(tx),
      differences_count: await queries.countDifferences(tx),
    };
  });
  const steps = await queries.listDifferenceHistory(
    db,
    differences.map(({ id }) => id),
  );
  const historyOf = (id: string) => steps.filter((step) => step.id === id).map(({ id: _i, ...step }) => step);
  return {
    ...ledger,
    differences: differences.map(({ settled_at: _s, found_at, ...difference }) => ({
      ...difference,
      found_at: found_at.toISOString(),
      history: historyOf(difference.id),
    })),
  };
}

/**
 * Returns the accounts of a year with the change in each month. Month 0 has the balance from earlier years. For one
 * account, `sums` may have several rows for month 0: the carried balances of deleted years (one row for each
 * practitioner), and the entries of the other earlier years. These rows are added up.
 */
function accountsOf(sums: Awaited<ReturnType<typeof queries.sumMonths>>): AccountYear[] {
  const of = Map.groupBy(sums, ({ account, currency }) => `${account} ${currency}`);
  const inOrder = [...of.keys()].toSorted().map((key) => of.get(key) ?? []);
  return inOrder.flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const at = (month: number) => rows.reduce((sum, row) => sum + (row.month === month ? row.cents : 0), 0);
    return [
      {
        account: first.account,
        currency: first.currency,
        opening_cents: at(0),
        months: Array.from({ length: 12 }, (_, month) => at(month + 1)),
        closing_cents: rows.reduce((sum, { cents }) => sum + cents, 0),
      },
    ];
  });
}

export const adminListLedgerEntries = ({ db }: Context, adminId: string, filter: queries.EntryFilter) =>
  withStaff(db, adminId, async (tx) => {
    const entries = await queries.listEntries(tx, { ...filter, limit: filter.limit + 1 });
    const shown = entries.slice(0, filter.limit);
    return { entries: shown, next: entries.length > filter.limit ? (shown.at(-1)?.id ?? null) : null };
  });

/**
 * Exports the entries of a year as a file. A year that is over is closed first, and every entry gets its number,
 * because an export must not change later. If the file is refused, the year stays open. The export is recorded in the
 * audit log.
 */
export const adminExportLedger = (
  ctx: Context,
  adminId: string,
  { year, format }: { year: number; format: 'csv' | 'fec' },
): Promise<File> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    if (year < yearIn(now)) await sql`select ledger_close(${year}, ${now})`.execute(tx);
    await sql`select ledger_validate(${now})`.execute(tx);
    const file = await (format === 'fec' ? fecOf(tx, year) : csvOf(tx, year));
    await ctx.audit.record(tx, {
      actor: adminId,
      actor_role: 'admin',
      action: 'ledger.exported',
      subject: `ledger:${year}`,
      patient_id: null,
      reason: '',
      details: { format },
    });
    return file;
  });

async function fecOf(tx: Tx, year: number): Promise<File> {
  const siren = sirenIn((await findSeller(tx, 'fr')).registration);
  if (!siren) throw refuse('no_siren');
  const earlier = fecRows(await queries.listNumberedBefore(tx, year));
  const postings = await queries.listNumbered(tx, year);
  const posted = fecRows(postings);
  if (!earlier || !posted) throw refuse('no_rate');
  const rows = [
    ...openingRows([...carriedRows(await queries.listCarried(tx)), ...earlier], year),
    ...letter(posted.map((row, place) => ({ row, payment_id: postings[place]?.payment_id ?? null }))),
  ];
  const problem = checkFec(rows, year);
  if (problem) throw refuse(problem);
  return new File([fecText(rows)], fecName(siren, year), { type: 'text/plain; charset=utf-8' });
}

const refuse = (problem: (typeof FecProblems)[number]) => new Refusal('FEC_REFUSED', { problem });

const columns = [
  'number',
  'date',
  'journal',
  'kind',
  'account',
  'debit_cents',
  'credit_cents',
  'currency',
  'document',
  'payment_id',
  'practitioner',
  'vat_permille',
] as const;

async function csvOf(tx: Tx, year: number): Promise<File> {
  const lines = (await queries.listNumbered(tx, year)).map((row) =>
    csvLine([
      row.number,
      row.date,
      row.journal,
      row.kind,
      row.account,
      Math.max(0, row.amount_cents),
      Math.max(0, -row.amount_cents),
      row.currency,
      row.document,
      row.payment_id,
      row.party_name,
      row.vat_permille,
    ]),
  );
  return csvFile(`ledger-${year}`, columns, lines);
}

/**
 * Immediately compares our books with the provider's books. An administrator who has looked into a difference can start
 * this comparison. Returns the number of differences that remain.
 */
export async function adminReconcileLedger(ctx: Context, adminId: string): Promise<{ differences: number }> {
  await reachProvider(() => reconcile(ctx));
  return { differences: await withStaff(ctx.db, adminId, (tx) => queries.countDifferences(tx)) };
}
