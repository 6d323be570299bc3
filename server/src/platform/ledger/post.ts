import type { EntryKind } from '#contract/ledger.ts';
import type { Tx } from '../db/db.ts';
import { type Account, Accounts, type Journal } from './accounts.ts';
import './ledger.table.ts';

export interface Posting {
  readonly account: Account;
  /** In minor units. A debit is positive, a credit is negative. */
  readonly amount_cents: number;
  /** ISO 4217 code in lower case. */
  readonly currency: string;
  readonly party?: string | null;
}

export interface Entry {
  /** Key of the event that caused the entry. An event that is reported twice is posted once. */
  readonly key: string;
  readonly kind: EntryKind;
  readonly journal: Journal;
  readonly at: Date;
  readonly payment_id: string | null;
  readonly document: string;
  readonly service?: string;
  readonly vat_permille?: number;
  readonly postings: readonly Posting[];
}

/**
 * Writes an entry in the same transaction as the event that causes it. Postings of zero are left out. When the
 * transaction commits, the database refuses an entry whose postings do not add up to zero.
 *
 * @returns false if an entry with this key exists, or if no posting is left
 */
export async function post(tx: Tx, { postings, at, ...entry }: Entry): Promise<boolean> {
  const told = postings.filter(({ amount_cents }) => amount_cents !== 0);
  if (told.length === 0) return false;
  const made = await tx
    .insertInto('ledger_transactions')
    .values({ service: null, vat_permille: null, ...entry, happened_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  await tx
    .insertInto('ledger_postings')
    .values(
      told.map(({ account, amount_cents, currency, party }, place) => ({
        transaction_id: made.id,
        line: place + 1,
        account: Accounts[account].number,
        amount_cents,
        currency,
        party: party ?? null,
      })),
    )
    .execute();
  return true;
}

/**
 * Returns the postings that move an amount from one account to another: credit `from`, debit `to`. A negative amount
 * moves in the other direction.
 */
export const move = (
  amount_cents: number,
  currency: string,
  { from, to }: { from: Account; to: Account },
): Posting[] => [
  { account: to, amount_cents, currency },
  { account: from, amount_cents: -amount_cents, currency },
];
