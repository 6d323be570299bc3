import type { Profession, Role } from '#contract/base.ts';
import type { ProfileWords } from '#contract/directory.ts';

/**
 * Turns `Dr Hélène Vasseur` into `helene-vasseur`. The title is left out.
 */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^(dr|pr|docteur|professeur)\.?\s+/, '')
    .replaceAll('œ', 'oe')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'praticien';

/** Returns the first free address: `helene-vasseur`, `helene-vasseur-2` and so on. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  for (let nth = 1; ; nth++) {
    const slug = nth === 1 ? wanted : `${wanted}-${nth}`;
    if (!taken.has(slug)) return slug;
  }
}

/** Returns whether the profile has a speciality, a language and a place. People search by these three. */
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

/**
 * Returns whether a profile is published. The doctor must be verified, must have agreed, and must not be suspended. The
 * profile must not be hidden. Nurses are not listed.
 */
export const isPublic = ({ profession, verified_at, listed_at, hidden_at, role, suspended_at }: Visibility): boolean =>
  role === 'practitioner' &&
  profession === 'doctor' &&
  suspended_at === null &&
  verified_at !== null &&
  listed_at !== null &&
  hidden_at === null;
