import type {
  DateOrder,
  ImportCells,
  ImportFault,
  ImportField,
  ImportGrounds,
  ImportHint,
  ImportOutcome,
} from '#contract/imports.ts';
import { IMPORT_MOST, ImportFields } from '#contract/imports.ts';
import { isAdult, isBirthDatePossible } from '#contract/age.ts';
import type { KnownPerson } from '#server/domains/identity/index.ts';
import { parisDay } from '#server/platform/calendar/zone-time.ts';
import { cellOf, foldWords, isEmail, readAmount, readDay, readPhone, readTreatment } from './read-cells.ts';

/** The settings for reading the cells of a file. */
export interface Reading {
  readonly ground: (typeof ImportGrounds)[number];
  readonly date_order: DateOrder;
  readonly country: string;
}

/** The data besides a row's own cells that decides the outcome of the row. */
export interface Around {
  readonly now: Date;
  /** The account with the email of the row. Null if there is none, or if this import created it. */
  readonly account: KnownPerson | null;
  /** Another account with the name and birth date of the row. */
  readonly like: KnownPerson | null;
  /** The first line of the file that creates a patient with the email of the row. */
  readonly first: { readonly line: number; readonly cells: ImportCells } | null;
  /** Set if the row's patient number at the clinic already belongs to a person or to an earlier line of the file. */
  readonly referenceOf: { readonly userId: string | null; readonly line: number | null } | null;
  /** Set if the treatment of the row already exists. `line` is the line of that treatment if it is in this file. */
  readonly sameTreatment: { readonly line: number | null } | null;
}

export interface Judged {
  readonly outcome: ImportOutcome;
  readonly codes: (ImportFault | ImportHint)[];
  readonly about_line: number | null;
  readonly user_id: string | null;
  readonly like_id: string | null;
}

/** The values of the records that an accepted row creates. */
export interface Meant {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly birth_date: string | null;
  readonly phone: string | null;
  readonly reference: string | null;
  readonly treatment: MeantVisit | null;
}

export interface MeantVisit {
  readonly treated_on: string;
  readonly kind: string;
  readonly treatment: string | null;
  readonly words: string;
  readonly area: string;
  readonly product: string;
  readonly lot: string;
  readonly amount: number | null;
  readonly unit: string;
  readonly practitioner: string;
  readonly note: string;
  readonly consent_reference: string;
}

/**
 * Returns the email address of a row in lower case. It is cut to 254 characters, the maximum length of an address,
 * because the database indexes it.
 */
export const emailOf = (cells: ImportCells): string => cellOf(cells, 'email').toLowerCase().slice(0, 254);
const isVisit = (cells: ImportCells): boolean =>
  cellOf(cells, 'treated_on') !== '' || cellOf(cells, 'treatment') !== '';

/** Returns a key that identifies a treatment of one person. The same treatment in two files has the same key. */
export const visitKey = (visit: Pick<MeantVisit, 'treated_on' | 'words' | 'area' | 'product' | 'lot'>): string =>
  [visit.treated_on, ...[visit.words, visit.area, visit.product, visit.lot].map(foldWords)].join('|');

/** Returns the values of the records for a row that has no faults. */
export function meaningOf(cells: ImportCells, { date_order, country }: Reading): Meant {
  const say = (field: ImportField) => cellOf(cells, field);
  const words = say('treatment');
  return {
    email: emailOf(cells),
    first_name: say('first_name'),
    last_name: say('last_name'),
    birth_date: readDay(say('birth_date'), date_order),
    phone: readPhone(say('phone'), country),
    reference: say('reference') || null,
    treatment: isVisit(cells)
      ? {
          treated_on: readDay(say('treated_on'), date_order) ?? '',
          ...(readTreatment(words) ?? { kind: 'other', treatment: null }),
          words,
          area: say('area'),
          product: say('product'),
          lot: say('lot'),
          amount: readAmount(say('amount')),
          unit: say('unit'),
          practitioner: say('practitioner'),
          note: say('note'),
          consent_reference: say('consent_reference'),
        }
      : null,
  };
}

/** Returns the outcome of a row. A refused row has the codes of its faults. */
export function judgeRow(cells: ImportCells, reading: Reading, around: Around): Judged {
  const { account, first, like, referenceOf, sameTreatment } = around;
  const isKnown = account !== null || first !== null;
  const faults = [
    ...personFaults(cells, reading, around.now, isKnown),
    ...visitFaults(cells, reading, around.now),
    ...(account ? accountFaults(account, cells, reading) : []),
  ];
  const meant = meaningOf(cells, reading);
  const refuse = (codes: ImportFault[], about_line: number | null = null): Judged => ({
    outcome: 'refused',
    codes,
    about_line,
    user_id: null,
    like_id: null,
  });
  if (!account && first && !isSamePerson(cells, first.cells, reading))
    return refuse([...faults, 'other_person_in_file'], first.line);
  const isOthers = referenceOf && (account ? referenceOf.userId !== account.id : referenceOf.line !== first?.line);
  if (isOthers) return refuse([...faults, 'reference_taken'], referenceOf.line);
  if (faults.length > 0) return refuse(faults);

  const hints: ImportHint[] = [];
  if (meant.treatment && !readTreatment(meant.treatment.words)) hints.push('treatment_in_words');
  const user_id = account?.id ?? null;
  const about_line = account ? null : (first?.line ?? null);
  if (!isKnown) {
    if (like) hints.push('same_name_and_birth_date');
    return { outcome: 'new', codes: hints, about_line: null, user_id, like_id: like?.id ?? null };
  }
  if (!meant.treatment || sameTreatment)
    return { outcome: 'duplicate', codes: [], about_line: sameTreatment?.line ?? about_line, user_id, like_id: null };
  return { outcome: 'add', codes: hints, about_line, user_id, like_id: null };
}

function personFaults(
  cells: ImportCells,
  { date_order, country }: Reading,
  now: Date,
  isKnown: boolean,
): ImportFault[] {
  const say = (field: ImportField) => cellOf(cells, field);
  const email = say('email');
  const born = readDay(say('birth_date'), date_order);
  const faults: (ImportFault | false)[] = [
    email === '' && 'email_missing',
    email !== '' && !isEmail(email) && 'email_invalid',
    !isKnown && say('first_name') === '' && 'first_name_missing',
    !isKnown && say('last_name') === '' && 'last_name_missing',
    !isKnown && say('birth_date') === '' && 'birth_date_missing',
    say('birth_date') !== '' && (!born || !isBirthDatePossible(born, now)) && 'birth_date_invalid',
    born !== null && isBirthDatePossible(born, now) && !isAdult(born, now) && 'under_age',
    say('phone') !== '' && !readPhone(say('phone'), country) && 'phone_invalid',
    ImportFields.some((field) => say(field).length > mostOf(field)) && 'too_long',
  ];
  return faults.filter((fault) => fault !== false);
}

const mostOf = (field: ImportField): number =>
  field === 'note' ? IMPORT_MOST.note : field === 'first_name' || field === 'last_name' ? 80 : IMPORT_MOST.cell;

function visitFaults(cells: ImportCells, { ground, date_order }: Reading, now: Date): ImportFault[] {
  if (!isVisit(cells)) return [];
  const say = (field: ImportField) => cellOf(cells, field);
  const day = readDay(say('treated_on'), date_order);
  const faults: (ImportFault | false)[] = [
    say('treated_on') === '' && 'treated_on_missing',
    say('treated_on') !== '' && (!day || day < '1950-01-01') && 'treated_on_invalid',
    day !== null && day > parisDay(now) && 'treated_in_future',
    say('treatment') === '' && 'treatment_missing',
    say('amount') !== '' && readAmount(say('amount')) === null && 'amount_invalid',
    ground === 'consent' && say('consent_reference') === '' && 'consent_missing',
  ];
  return faults.filter((fault) => fault !== false);
}

/**
 * Checks whether an existing account belongs to the patient of the row. The same email alone is not enough, because the
 * records must not become visible to another person.
 */
function accountFaults(account: KnownPerson, cells: ImportCells, { date_order }: Reading): ImportFault[] {
  if (account.role !== 'patient') return ['email_of_team'];
  if (!account.email_verified) return ['email_unconfirmed'];
  if (account.birth_date && cellOf(cells, 'birth_date') === '') return ['birth_date_missing'];
  const born = readDay(cellOf(cells, 'birth_date'), date_order);
  const hasName = (field: 'first_name' | 'last_name') =>
    cellOf(cells, field) !== '' && foldWords(cellOf(cells, field)) === foldWords(account[field]);
  // If the account has no birth date, the first and last name must match, because a mother and a daughter may share a
  // mailbox.
  const isSame = account.birth_date ? born === account.birth_date : hasName('first_name') && hasName('last_name');
  return isSame ? [] : ['other_person_here'];
}

/**
 * Returns whether a line names the same person as the first line with the same email. A field that is empty in the
 * later line is not compared.
 */
function isSamePerson(cells: ImportCells, first: ImportCells, { date_order }: Reading): boolean {
  const agrees = (field: 'first_name' | 'last_name') =>
    cellOf(cells, field) === '' || foldWords(cellOf(cells, field)) === foldWords(cellOf(first, field));
  const born = cellOf(cells, 'birth_date');
  const isBornThen = born === '' || readDay(born, date_order) === readDay(cellOf(first, 'birth_date'), date_order);
  return agrees('first_name') && agrees('last_name') && isBornThen;
}
