import type { Profession, Role } from '#contract/base.ts';
import type { ProfileWords } from '#contract/directory.ts';

/** `Dr Hélène Vasseur` → `helene-vasseur`: an address that stays when a title changes. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^(dr|pr|docteur|professeur)\.?\s+/, '')
    .replaceAll('œ', 'oe')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'praticien';

/** The first free address: helene-vasseur, helene-vasseur-2, … */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  for (let nth = 1; ; nth++) {
    const slug = nth === 1 ? wanted : `${wanted}-${nth}`;
    if (!taken.has(slug)) return slug;
  }
}

/** Without specialities, languages or places nobody could find the profile. */
export const isComplete = ({ specialities, languages, places }: ProfileWords): boolean =>
  specialities.length > 0 && languages.length > 0 && places.length > 0;

export interface Visibility {
  readonly profession: Profession;
  readonly verified_at: Date | null;
  readonly listed_at: Date | null;
  readonly hidden_at: Date | null;
  readonly role: Role;
  readonly suspended_at: Date | null;
}

/** A doctor is shown if they may work, have a verified registration, agreed, and were not hidden. Nurses are not listed. */
export const isPublic = ({ profession, verified_at, listed_at, hidden_at, role, suspended_at }: Visibility): boolean =>
  role === 'practitioner' &&
  profession === 'doctor' &&
  suspended_at === null &&
  verified_at !== null &&
  listed_at !== null &&
  hidden_at === null;
