import { useQuery } from '@tanstack/react-query';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { ReportReason } from '#contract/community/terms.ts';

export type Canned = Readonly<Record<ReportReason, string>>;

const catalogues = import.meta.glob<Canned>('../../../../../messages/*/moderator-reasons.json', { import: 'default' });

/**
 * Loads the ready statements of reasons, in the language of the person who will read them. Undefined until they are
 * loaded, or if nobody will read them.
 */
export function useCanned(language: ReadingLanguage | undefined): Canned | undefined {
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

/** Returns the text of the field: the typed text, or else the ready statement of the chosen reason. */
export const shownStatement = (typed: string | null, reason: ReportReason | '', canned: Canned | undefined): string =>
  typed ?? (reason === '' ? '' : (canned?.[reason] ?? ''));

/** Returns null while the field contains the ready statement, so that another reason replaces it. */
export const typedStatement = (value: string, reason: ReportReason | '', canned: Canned | undefined): string | null =>
  value === shownStatement(null, reason, canned) ? null : value;

/**
 * Returns the typed text, which stays in the field when the moderator chooses another reason. If the field was cleared
 * or nothing was typed, it returns null, and the new reason's ready statement is shown.
 */
export const keptStatement = (typed: string | null): string | null => (typed?.trim() === '' ? null : typed);
