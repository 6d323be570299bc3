import type { Practitioner } from '#contract/identity.ts';

export const Filters = ['all', 'waiting', 'verified'] as const;
export type Filter = (typeof Filters)[number];

export const filterOf = (text: string | null): Filter => Filters.find((filter) => filter === text) ?? 'all';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word of the search must occur somewhere; accents and case do not matter. */
export function matching(rows: readonly Practitioner[], filter: Filter, search: string): Practitioner[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (filter !== 'all' && row.is_verified !== (filter === 'verified')) return false;
    const text = plain([row.name, row.email, row.speciality, row.registration_number, row.registration_body].join(' '));
    return words.every((word) => text.includes(word));
  });
}

export const waitingCount = (rows: readonly Practitioner[]): number => rows.filter((row) => !row.is_verified).length;
