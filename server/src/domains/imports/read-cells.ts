import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';
import type { TreatmentKind } from '#contract/drafts.ts';
import type { DateOrder, ImportCells, ImportField } from '#contract/imports.ts';
import { classOf } from '#engine/clinical.ts';
import { isTreatmentName } from '#engine/recipe.ts';

/** Functions that parse the cells of a row. They use neither the clock nor the database. */

/** Returns the trimmed cell, or '' if the file has no such column. */
export const cellOf = (cells: ImportCells, field: ImportField): string => (cells[field] ?? '').trim();

export const isEmail = (text: string): boolean => z.email().max(254).safeParse(text).success;

/**
 * Returns a day as YYYY-MM-DD, or null if it is invalid. The year needs four digits, because the century of a year with
 * two digits would be a guess. A time of day after the date is ignored.
 */
export function readDay(text: string, order: DateOrder): string | null {
  const [, one = '', two = '', three = ''] =
    /^(\d{1,4})[./\s-](\d{1,2})[./\s-](\d{1,4})(?:[T ]\d{1,2}:\d{2}.*)?$/.exec(text) ?? [];
  const parts = one.length === 4 ? [one, two, three] : order === 'mdy' ? [three, one, two] : [three, two, one];
  if (order === 'ymd' && one.length !== 4) return null;
  const [year = '', month = '', day = ''] = parts;
  if (year.length !== 4 || month.length > 2 || day.length > 2) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

/** Returns a phone number in the format of accounts, such as `+33 612345678`, or null if it is invalid. */
export function readPhone(text: string, country: string): string | null {
  const phone = parsePhoneNumberFromString(text, country as never);
  return phone?.isPossible() ? `+${phone.countryCallingCode} ${phone.nationalNumber}` : null;
}

/**
 * Returns a positive amount with at most three decimals, in English or French notation. Returns null for any other
 * text.
 */
export function readAmount(text: string): number | null {
  if (!/^\d{1,5}([.,]\d{1,3})?$/.test(text)) return null;
  const amount = Number(text.replace(',', '.'));
  return amount > 0 ? amount : null;
}

/** Removes accents, lowers the case and replaces punctuation with spaces, so that names and words can be compared. */
export const foldWords = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words that clinics use, each with the kind of treatment that it means. The first match is used. */
const kindWords: readonly (readonly [RegExp, TreatmentKind])[] = [
  [/\b(botox|botul\w*|tox\w*|bont a|vistabel|azzalure|bocouture|dysport|xeomin|alluzience)\b/, 'botox'],
  [
    /\b(hyaluron\w*|filler\w*|ah|ha|comblement|juvederm|restylane|belotero|teosyal|stylage|volbella|voluma|volift)\b/,
    'hyaluronic_acid',
  ],
  [/\b(laser\w*|ipl|lumiere pulsee)\b/, 'laser'],
  [/\b(peel\w*)\b/, 'peeling'],
  [/\b(thread\w*|fils?|tenseurs?)\b/, 'thread_lift'],
  [/\b(meso\w*|skinbooster\w*|skin booster\w*)\b/, 'mesotherapy'],
  [/\b(skincare|soins?)\b/, 'skincare'],
];

export interface MeantTreatment {
  readonly kind: TreatmentKind;
  /** The name of the treatment in the clinical dataset, or null if only its kind is known. */
  readonly treatment: string | null;
}

/** Returns the treatment that a text names, or null if no known treatment matches the text. */
export function readTreatment(words: string): MeantTreatment | null {
  const name = words.trim().toLowerCase();
  if (isTreatmentName(name)) return { kind: classOf(name).kind, treatment: name };
  const folded = foldWords(words);
  const kind = kindWords.find(([word]) => word.test(folded))?.[1];
  return kind ? { kind, treatment: null } : null;
}
