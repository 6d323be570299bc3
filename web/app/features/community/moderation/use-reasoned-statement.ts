import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { ReportReason } from '#contract/community/terms.ts';

/**
 * Returns the reason that the moderator chose, and the statement that the author of the text will read. When the
 * moderator chooses a reason, a prepared statement in the author's language is filled in. The moderator can change it.
 */
export function useReasonedStatement(first: ReportReason | '', language: ReadingLanguage | undefined) {
  const canned = useCanned(language);
  const [{ reason, typed }, set] = useState<{ reason: ReportReason | ''; typed: string | null }>({
    reason: first,
    typed: null,
  });
  return {
    reason,
    statement: shownStatement(typed, reason, canned),
    /** The language of the prepared statement, while the field contains that statement. */
    language: typed === null && reason !== '' && canned ? language : undefined,
    choose: (next: ReportReason | '') => set({ reason: next, typed: keptStatement(typed) }),
    write: (value: string) => set({ reason, typed: typedStatement(value, reason, canned) }),
  };
}

export type Reasoned = ReturnType<typeof useReasonedStatement>;

export type Canned = Readonly<Record<ReportReason, string>>;

const catalogues = import.meta.glob<Canned>('../../../../../messages/*/moderator-reasons.json', { import: 'default' });

/**
 * Loads the prepared statements for the reasons, in the language of the person who will read them. Returns undefined
 * until they are loaded, or if nobody will read them.
 */
function useCanned(language: ReadingLanguage | undefined): Canned | undefined {
  return useQuery({
    queryKey: ['moderator-reasons', language],
    queryFn: () => {
      const load = catalogues[`../../../../../messages/${language}/moderator-reasons.json`];
      if (!load) throw new Error(`no ready statements in ${language}`);
      return load();
    },
    enabled: language !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** Returns the text of the field. It is the typed text, or else the prepared statement for the chosen reason. */
export const shownStatement = (typed: string | null, reason: ReportReason | '', canned: Canned | undefined): string =>
  typed ?? (reason === '' ? '' : (canned?.[reason] ?? ''));

/**
 * Returns the typed text, or null while the field contains the prepared statement. Null lets another reason replace the
 * text.
 */
export const typedStatement = (value: string, reason: ReportReason | '', canned: Canned | undefined): string | null =>
  value === shownStatement(null, reason, canned) ? null : value;

/**
 * Returns the text that stays in the field when the moderator chooses another reason. It is null if the field is empty
 * or nothing was typed. The field then shows the prepared statement for the new reason.
 */
export const keptStatement = (typed: string | null): string | null => (typed?.trim() === '' ? null : typed);
