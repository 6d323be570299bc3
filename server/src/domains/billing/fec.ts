import type { EntryKind, FecProblems } from '#contract/ledger.ts';
import { Accounts, type Journal, Journals } from '#server/platform/ledger/accounts.ts';

/** A posting whose entry has its final number. */
export interface FecPosting {
  readonly number: number;
  readonly journal: Journal;
  readonly kind: string;
  /** Date in Paris, as YYYY-MM-DD. */
  readonly date: string;
  /** The day of the event. It differs from `date` if the year of the event was closed when the event was reported. */
  readonly happened_on: string;
  readonly validated_on: string;
  readonly document: string;
  readonly account: string;
  /** Id of the provider, on the account of the practitioners. Null on all other accounts. */
  readonly party: string | null;
  readonly party_name: string | null;
  /** Positive for a debit, negative for a credit. */
  readonly amount_cents: number;
  readonly currency: string;
  /** Euros for one unit of the currency, from the provider's conversion of the payment. Null if it is not known. */
  readonly euro_rate: number | null;
}

export type FecProblem = (typeof FecProblems)[number];

/** Code of the journal of opening balances (à nouveaux). */
export const OPENING = 'AN';

/** The 18 columns of article A47 A-1 of the livre des procédures fiscales, in the order of the law. */
export const FecColumns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const;
export type Row = Record<(typeof FecColumns)[number], string>;

/** Columns that may be empty. All others must be filled. */
const optional = new Set(['CompAuxNum', 'CompAuxLib', 'EcritureLet', 'DateLet', 'Montantdevise', 'Idevise']);

const labels: Readonly<Record<EntryKind, string>> = {
  payment: 'Encaissement',
  refund: 'Remboursement',
  refund_failed: 'Remboursement revenu',
  dispute: 'Litige bancaire',
  sale: 'Vente',
  credit_note: 'Avoir',
  fee: 'Frais du prestataire de paiement',
  payout: 'Virement du prestataire de paiement',
  conversion: 'Conversion de devise',
  adjustment: 'Régularisation',
  share_paid: 'Versement de part',
};
const accountLabels = new Map<string, string>(Object.values(Accounts).map(({ number, label }) => [number, label]));

/** Returns the name of an account. It is empty for an unknown account, which `checkFec` reports. */
export const accountLabel = (account: string): string => accountLabels.get(account) ?? '';

export const dayOf = (date: string): string => date.replaceAll('-', '');
export const decimal = (cents: number): string => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
/** Removes tabs and line ends, which a field must not contain. */
export const clean = (text: string): string => text.replace(/[\t\r\n]+/g, ' ').trim();

/** Returns the SIREN in the text of a registration: nine digits, with or without spaces. Null if there is none. */
export const sirenIn = (registration: string): string | null =>
  /\b(\d{3})\s?(\d{3})\s?(\d{3})\b/.exec(registration)?.slice(1).join('') ?? null;

/** Returns the file name that the tax administration requires: SIREN, FEC, and the end of the year. */
export const fecName = (siren: string, year: number): string => `${siren}FEC${year}1231.txt`;

/**
 * Returns postings, in the order of their entries, as rows in euros. An amount in another currency is converted at the
 * rate of its payment. The rounding difference is added to the largest posting of its entry, so that the entry
 * balances.
 *
 * @returns null if a rate is missing
 */
export function fecRows(postings: readonly FecPosting[]): Row[] | null {
  const rows: Row[] = [];
  for (const entry of Map.groupBy(postings, ({ date, number }) => `${date.slice(0, 4)} ${number}`).values()) {
    const lines = inEuros(entry);
    if (!lines) return null;
    rows.push(...lines.map(({ posting, euro_cents }) => rowOf(posting, euro_cents)));
  }
  return rows;
}

interface Line {
  readonly posting: FecPosting;
  euro_cents: number;
}

function inEuros(entry: readonly FecPosting[]): Line[] | null {
  const lines: Line[] = [];
  for (const posting of entry) {
    const rate = posting.currency === 'eur' ? 1 : posting.euro_rate;
    if (rate === null) return null;
    lines.push({ posting, euro_cents: Math.round(posting.amount_cents * rate) });
  }
  // An entry in euros has no rounding difference. If such an entry does not balance, the fault must stay visible.
  if (lines.every(({ posting }) => posting.currency === 'eur')) return lines;
  const rest = lines.reduce((sum, { euro_cents }) => sum + euro_cents, 0);
  const [largest] = lines.toSorted((one, other) => Math.abs(other.euro_cents) - Math.abs(one.euro_cents));
  if (largest) largest.euro_cents -= rest;
  return lines;
}

function rowOf(posting: FecPosting, euros: number): Row {
  const { journal, number, date, happened_on, account, party, party_name, document, kind, validated_on } = posting;
  const { amount_cents, currency } = posting;
  const isForeign = currency !== 'eur';
  return {
    JournalCode: journal,
    JournalLib: Journals[journal],
    EcritureNum: String(number),
    EcritureDate: dayOf(date),
    CompteNum: account,
    CompteLib: accountLabel(account),
    CompAuxNum: party ?? '',
    CompAuxLib: party ? clean(party_name ?? party) : '',
    PieceRef: clean(document),
    PieceDate: dayOf(happened_on),
    // A newer release may have added a kind that this release does not know.
    EcritureLib: (labels as Readonly<Record<string, string>>)[kind] ?? kind,
    Debit: decimal(Math.max(0, euros)),
    Credit: decimal(Math.max(0, -euros)),
    EcritureLet: '',
    DateLet: '',
    ValidDate: dayOf(validated_on),
    // Positive for a debit, negative for a credit.
    Montantdevise: isForeign ? `${amount_cents < 0 ? '-' : ''}${decimal(Math.abs(amount_cents))}` : '',
    Idevise: isForeign ? currency.toUpperCase() : '',
  };
}

export const centsOf = (text: string): number => Number(text.replace(',', ''));

/** Returns null, or the first fault that would make the tax administration's own check refuse the file. */
export function checkFec(rows: readonly Row[], year: number): FecProblem | null {
  if (rows.every(isOpening)) return 'no_entries';
  if (sumOf(rows.filter(isOpening)) !== 0) return 'opening';
  let last = 0;
  let open = 0;
  for (const row of rows) {
    if (FecColumns.some((column) => row[column] === '' && !optional.has(column))) return 'empty';
    if (row.CompAuxNum !== '' && row.CompAuxLib === '') return 'empty';
    if (!row.EcritureDate.startsWith(String(year))) return 'outside_year';
    if (isOpening(row)) {
      if (last !== 0 || row.EcritureDate !== `${year}0101`) return 'opening';
      continue;
    }
    const number = Number(row.EcritureNum);
    if (number !== last) {
      if (open !== 0) return 'unbalanced';
      if (number !== last + 1) return 'gap';
      last = number;
    }
    open += centsOf(row.Debit) - centsOf(row.Credit);
  }
  if (open !== 0) return 'unbalanced';
  return lettersAgree(rows) ? null : 'lettering';
}

const isOpening = ({ JournalCode }: Row): boolean => JournalCode === OPENING;
const sumOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { Debit, Credit }) => sum + centsOf(Debit) - centsOf(Credit), 0);

/**
 * Returns whether the letters are consistent. A row has both letters and their day, or neither. In each account, rows
 * with the same letters add up to zero and have the same day.
 */
function lettersAgree(rows: readonly Row[]): boolean {
  if (rows.some(({ EcritureLet, DateLet }) => (EcritureLet === '') !== (DateLet === ''))) return false;
  const groups = Map.groupBy(
    rows.filter(({ EcritureLet }) => EcritureLet !== ''),
    ({ CompteNum, EcritureLet }) => `${CompteNum} ${EcritureLet}`,
  );
  return [...groups.values()].every(
    (group) => sumOf(group) === 0 && new Set(group.map((row) => row.DateLet)).size === 1,
  );
}

/** Returns the file's text: a line of column names and the rows, with fields separated by tabs. */
export const fecText = (rows: readonly Row[]): string =>
  [FecColumns, ...rows.map((row) => FecColumns.map((column) => row[column]))]
    .map((fields) => `${fields.join('\t')}\r\n`)
    .join('');
