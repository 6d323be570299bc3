import { centsOf, type Row } from './fec.ts';

/**
 * A row of the accounting file (FEC), with the id of its payment. Rows of client accounts are grouped by payment. Rows
 * of practitioner accounts are grouped by auxiliary account.
 */
export interface Lettered {
  readonly row: Row;
  readonly payment_id: string | null;
}

const CLIENTS: readonly string[] = ['411', '416'];
const PRACTITIONERS = '467';

/**
 * Marks groups of rows that cancel each other out (lettrage). Rows of client accounts are added up for each payment,
 * and rows of practitioner accounts for each auxiliary account. Each time the sum reaches zero, the rows since the last
 * zero form a group. A group gets its own letters and the day of its last row. Rows after the last zero get no letters.
 */
export function letter(rows: readonly Lettered[]): Row[] {
  const open = new Map<string, { cents: number; places: number[] }>();
  const marks = new Map<number, Pick<Row, 'EcritureLet' | 'DateLet'>>();
  let groups = 0;
  for (const [place, one] of rows.entries()) {
    const key = keyOf(one);
    if (key === null) continue;
    const group = open.get(key) ?? { cents: 0, places: [] };
    group.cents += centsOf(one.row.Debit) - centsOf(one.row.Credit);
    group.places.push(place);
    open.set(key, group);
    if (group.cents !== 0) continue;
    const mark = { EcritureLet: lettersOf(groups++), DateLet: one.row.EcritureDate };
    for (const each of group.places) marks.set(each, mark);
    open.delete(key);
  }
  return rows.map(({ row }, place) => ({ ...row, ...marks.get(place) }));
}

function keyOf({ row: { CompteNum, CompAuxNum }, payment_id }: Lettered): string | null {
  if (CLIENTS.includes(CompteNum)) return payment_id && `${CompteNum} ${payment_id}`;
  return CompteNum === PRACTITIONERS && CompAuxNum !== '' ? `${CompteNum} ${CompAuxNum}` : null;
}

/** Returns the letters of a group by its index: AAA, AAB … ZZZ, BAAA. */
function lettersOf(index: number): string {
  let [letters, left] = ['', index];
  for (; left > 0; left = Math.floor(left / 26)) letters = String.fromCodePoint(65 + (left % 26)) + letters;
  return letters.padStart(3, 'A');
}
