import { withSystem } from '#server/platform/db/db.ts';
import '#server/platform/ledger/ledger.table.ts';
import type { World } from './world.ts';

/**
 * Returns every entry of the ledger as text: journal and kind, then each account with its amount in euros. A debit is
 * positive and a credit negative.
 */
export async function journal(world: World): Promise<string[]> {
  const rows = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('ledger_transactions as t')
      .innerJoin('ledger_postings as p', 'p.transaction_id', 't.id')
      .select(['t.id', 't.journal', 't.kind', 'p.account', 'p.amount_cents', 'p.currency'])
      .orderBy('t.id')
      .orderBy('p.line')
      .execute(),
  );
  const entries = new Map<number, string[]>();
  for (const { id, journal: name, kind, account, amount_cents, currency } of rows) {
    const lines = entries.get(id) ?? [`${name} ${kind}:`];
    lines.push(`${account} ${(amount_cents / 100).toFixed(2)}${currency === 'eur' ? '' : ` ${currency}`}`);
    entries.set(id, lines);
  }
  return [...entries.values()].map((lines) => lines.join(' '));
}

/** Returns the balance in cents by account and currency. Accounts with a balance of zero are left out. */
export async function balances(world: World): Promise<Record<string, number>> {
  const rows = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('ledger_postings')
      .select(({ fn }) => ['account', 'currency', fn.sum<string>('amount_cents').as('sum')])
      .groupBy(['account', 'currency'])
      .orderBy('account')
      .orderBy('currency')
      .execute(),
  );
  const left = rows.map(({ account, currency, sum }) => [`${account} ${currency}`, Number(sum)] as const);
  return Object.fromEntries(left.filter(([, sum]) => sum !== 0));
}

/** Deletes all entries of the ledger. */
export async function withoutLedger({ database }: World): Promise<void> {
  const tables = ['ledger_transactions', 'ledger_postings', 'ledger_numbers'];
  const triggers = (word: string) => tables.map((table) => `alter table ${table} ${word} trigger user;`).join(' ');
  await database.owner.query(`${triggers('disable')} delete from ledger_transactions; ${triggers('enable')}`);
}
