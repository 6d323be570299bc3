import { accountLabel, centsOf, clean, decimal, OPENING, type Row } from './fec.ts';

/**
 * The accounts for the result of earlier years. A profit is credited to the first account, and a loss is debited to the
 * second.
 */
const PROFIT = { account: '120', label: 'Résultat de l’exercice (bénéfice)' } as const;
const LOSS = { account: '129', label: 'Résultat de l’exercice (perte)' } as const;

/**
 * Returns the opening balances of a year (à nouveaux). Each account of the balance sheet opens with its final balance
 * of the year before, in euros, separately for each auxiliary account. Accounts of income and expense begin at zero. A
 * separate row carries the result: the sum of the earlier balances of the accounts of income and expense.
 *
 * @param earlier all rows of the years before, without their own opening balances. Rows from `carriedRows` represent
 * deleted years
 */
export function openingRows(earlier: readonly Earlier[], year: number): Row[] {
  const left = new Map<string, { row: Earlier; cents: number }>();
  let result = 0;
  for (const row of earlier) {
    const cents = centsOf(row.Debit) - centsOf(row.Credit);
    if (/^[67]/.test(row.CompteNum)) {
      result += cents;
      continue;
    }
    const key = `${row.CompteNum} ${row.CompAuxNum}`;
    left.set(key, { row, cents: (left.get(key)?.cents ?? 0) + cents });
  }
  const rows = [...left.keys()].toSorted().flatMap((key) => {
    const balance = left.get(key);
    if (!balance?.cents) return [];
    const { CompteNum, CompteLib, CompAuxNum, CompAuxLib } = balance.row;
    return [openingRow(year, balance.cents, { CompteNum, CompteLib, CompAuxNum, CompAuxLib })];
  });
  if (result === 0) return rows;
  const { account, label } = result < 0 ? PROFIT : LOSS;
  const names = { CompteNum: account, CompteLib: label, CompAuxNum: '', CompAuxLib: '' };
  return [...rows, openingRow(year, result, names)];
}

export interface Carried {
  readonly account: string;
  /** Empty if the account has no auxiliary account. */
  readonly party: string;
  readonly party_name: string | null;
  /** Positive for a debit, negative for a credit. */
  readonly euro_cents: number;
}

/** Returns one row for each carried balance of the deleted years. */
export const carriedRows = (sums: readonly Carried[]): Earlier[] =>
  sums.map(({ account, party, party_name, euro_cents }) => ({
    CompteNum: account,
    CompteLib: accountLabel(account),
    CompAuxNum: party,
    CompAuxLib: clean(party_name ?? party),
    Debit: decimal(Math.max(0, euro_cents)),
    Credit: decimal(Math.max(0, -euro_cents)),
  }));

type Names = Pick<Row, 'CompteNum' | 'CompteLib' | 'CompAuxNum' | 'CompAuxLib'>;
type Earlier = Names & Pick<Row, 'Debit' | 'Credit'>;

const openingRow = (year: number, cents: number, names: Names): Row => ({
  JournalCode: OPENING,
  JournalLib: 'À nouveaux',
  EcritureNum: `${OPENING}${year}`,
  EcritureDate: `${year}0101`,
  ...names,
  PieceRef: `${OPENING}${year}`,
  PieceDate: `${year}0101`,
  EcritureLib: 'À nouveau',
  Debit: decimal(Math.max(0, cents)),
  Credit: decimal(Math.max(0, -cents)),
  EcritureLet: '',
  DateLet: '',
  ValidDate: `${year}0101`,
  Montantdevise: '',
  Idevise: '',
});
