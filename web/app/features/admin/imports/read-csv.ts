import Papa from 'papaparse';
import { type DateOrder, type ImportCells, ImportFields, type ImportField, IMPORT_MOST } from '#contract/imports.ts';

/** A file of comma-separated rows that the browser has read. */
export interface CsvFile {
  readonly name: string;
  /** The SHA-256 hash of the bytes, in hexadecimal. */
  readonly hash: string;
  readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252';
  readonly delimiter: string;
  readonly heads: readonly string[];
  /** Rows without the heading, each with the line number that a spreadsheet shows. Empty lines are skipped. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

export type CsvFault = 'too_big' | 'empty' | 'no_rows' | 'too_many_rows' | 'not_text' | 'not_csv';

/**
 * The browser cuts each cell to this length before it sends the row. The length is one character more than the service
 * accepts, so that the service still refuses the row, and returns the reason.
 */
const SENT_CELL = IMPORT_MOST.note + 1;

/**
 * Reads a file of comma-separated rows.
 * @throws CsvError with the rule that the file breaks
 */
export async function readCsv(file: File): Promise<CsvFile> {
  if (file.size > IMPORT_MOST.file_mb * 1_000_000) throw new CsvError('too_big');
  const bytes = await file.arrayBuffer();
  const { text, encoding } = decode(new Uint8Array(bytes));
  if (text.trim() === '') throw new CsvError('empty');
  if (text.includes('\u0000')) throw new CsvError('not_text');
  const parsed = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t', '|'] });
  const [heads = [], ...rest] = parsed.data;
  if (heads.length < 2) throw new CsvError('not_csv');
  const rows = rest
    .map((cells, at) => ({ line: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length === 0) throw new CsvError('no_rows');
  if (rows.length > IMPORT_MOST.rows) throw new CsvError('too_many_rows');
  return {
    name: file.name,
    hash: await hashOf(bytes),
    encoding,
    delimiter: parsed.meta.delimiter,
    heads: heads.map((head) => head.trim()),
    rows,
  };
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class CsvError extends Error {
  readonly fault: CsvFault;
  constructor(fault: CsvFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Decodes a file. Text that is not UTF-8 usually comes from a spreadsheet on Windows. Its encoding, Windows-1252,
 * accepts every byte.
 */
export function decode(bytes: Uint8Array): { text: string; encoding: CsvFile['encoding'] } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const label = first === 0xff ? 'utf-16le' : 'utf-16be';
    return { text: new TextDecoder(label).decode(bytes), encoding: 'utf-16' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/** The index of the column for each field. */
export type Mapping = Partial<Record<ImportField, number>>;

const headWords: Record<ImportField, RegExp> = {
  email: /^(e ?mail|courriel|mail|adresse (e ?mail|mail)|email address)/,
  first_name: /^(first ?name|given ?name|prenom|forename)/,
  last_name: /^(last ?name|surname|family ?name|nom( de famille)?$|nom usuel|nom de naissance)/,
  birth_date: /^(birth|date of birth|dob|date (de )?naissance|ne\(?e?\)? le|naissance)/,
  phone: /^(phone|mobile|tel|telephone|portable|gsm|cell)/,
  reference: /^(patient (id|number|no)|id$|id patient|reference|ref|numero|no|n (de )?(patient|dossier)|dossier)/,
  treated_on:
    /^(treat(ed|ment) (on|date)|date of treatment|date (du |de )?(soin|acte|traitement|seance|visite)|date$|visit)/,
  treatment: /^(treatment|traitement|acte|soin|procedure|type)/,
  area: /^(area|zone|site|region|localisation)/,
  product: /^(product|produit|brand|marque)/,
  lot: /^(lot|batch|n (de )?lot|numero (de )?lot)/,
  amount: /^(amount|dose|quantity|quantite|volume|qty)/,
  unit: /^(unit|unite)/,
  practitioner: /^(practitioner|praticien|doctor|docteur|medecin|injector|injecteur)/,
  note: /^(note|comment|remark|remarque|commentaire|observation)/,
  consent_reference: /^(consent|consentement|reference (du )?consentement)/,
};

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}()]+/gu, ' ')
    .trim();

/**
 * Assigns columns to fields by the words of their headings, in English or French. A column is used for one field only.
 * If several fields match, the field with the longest match gets the column.
 */
export function guessMapping(heads: readonly string[]): Mapping {
  const mapping: Mapping = {};
  const taken = new Set<number>();
  const matches = ImportFields.flatMap((field) =>
    heads.flatMap((head, column) => {
      const found = headWords[field].exec(folded(head));
      return found ? [{ field, column, length: found[0].length }] : [];
    }),
  ).sort((one, other) => other.length - one.length);
  for (const { field, column } of matches) {
    if (mapping[field] !== undefined || taken.has(column)) continue;
    mapping[field] = column;
    taken.add(column);
  }
  return mapping;
}

/**
 * Returns the order of day, month and year that fits most cells of the date columns in the first 2000 rows. If no cell
 * determines the order, the day is first.
 */
export function guessDateOrder({ rows }: CsvFile, mapping: Mapping): DateOrder {
  const columns = [mapping.birth_date, mapping.treated_on].filter((column) => column !== undefined);
  let [ymd, dmy, mdy] = [0, 0, 0];
  for (const { cells } of rows.slice(0, 2000))
    for (const column of columns) {
      const [one = '', two = ''] = (cells[column] ?? '').trim().split(/[./\s-]/);
      if (one.length === 4) ymd += 1;
      else if (Number(one) > 12) dmy += 1;
      else if (Number(two) > 12) mdy += 1;
    }
  if (ymd > dmy && ymd > mdy) return 'ymd';
  return mdy > dmy ? 'mdy' : 'dmy';
}

export function cellsOf(row: CsvFile['rows'][number], mapping: Mapping): ImportCells {
  const cells: ImportCells = {};
  for (const field of ImportFields) {
    const column = mapping[field];
    const cell = column === undefined ? '' : (row.cells[column] ?? '').trim();
    if (cell !== '') cells[field] = cell.slice(0, SENT_CELL);
  }
  return cells;
}

/**
 * Returns the key under which the browser stores a mapping. Files from one system have the same headings, so the next
 * file gets the mapping of the previous one. The browser stores the headings, the names of the fields and the indexes
 * of the columns, but no cells of the file.
 */
const keyOf = (heads: readonly string[]): string => `flaira.import.${heads.map(folded).join('|')}`.slice(0, 500);

export function rememberMapping(heads: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(keyOf(heads), JSON.stringify(mapping));
  } catch {
    // If the browser allows no storage, the person chooses the mapping again for the next file.
  }
}

export function recallMapping(heads: readonly string[]): Mapping | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(heads)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const known = Object.entries(stored).filter(
      ([field, column]) =>
        ImportFields.some((one) => one === field) && Number.isInteger(column) && Number(column) < heads.length,
    );
    return Object.fromEntries(known) as Mapping;
  } catch {
    return null;
  }
}
