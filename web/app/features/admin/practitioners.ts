import type { DocumentSeen, Practitioner } from '#contract/identity.ts';
import type { Refusal } from '#web/lib/refusal.ts';

export const Filters = ['all', 'waiting', 'verified'] as const;
export type Filter = (typeof Filters)[number];

export const filterOf = (text: string | null): Filter => Filters.find((filter) => filter === text) ?? 'all';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the rows that match the filter and the search. Every word of the search must occur in one of the row's texts.
 * Accents and case do not matter.
 */
export function matching(rows: readonly Practitioner[], filter: Filter, search: string): Practitioner[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (filter !== 'all' && row.is_verified !== (filter === 'verified')) return false;
    const text = plain([row.name, row.email, row.speciality, row.registration_number, row.registration_body].join(' '));
    return words.every((word) => text.includes(word));
  });
}

export const waitingCount = (rows: readonly Practitioner[]): number => rows.filter((row) => !row.is_verified).length;

/** Returns the document and the person who saw it, without surrounding blanks, or null if one of them is missing. */
export function documentOf({ document, seen_by }: DocumentSeen): DocumentSeen | null {
  const seen = { document: document.trim(), seen_by: seen_by.trim() };
  return seen.document && seen.seen_by ? seen : null;
}

const outcomes = ['malformed', 'inactive', 'absent', 'other_person', 'other_profession', 'unreachable'] as const;

/** Returns the reason why a registration is not confirmed. Returns undefined for any other refusal. */
export function outcomeIn(refusal: Refusal | undefined): (typeof outcomes)[number] | undefined {
  if (refusal?.code !== 'REGISTRATION_NOT_CONFIRMED') return undefined;
  const { outcome } = refusal.data as { outcome: string };
  return outcomes.find((one) => one === outcome);
}
