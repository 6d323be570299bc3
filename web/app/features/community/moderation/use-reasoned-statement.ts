import { useState } from 'react';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { ReportReason } from '#contract/community/terms.ts';
import { keptStatement, shownStatement, typedStatement, useCanned } from './canned.ts';

/**
 * Returns a reason and the statement for its author. When the moderator chooses a reason, a prepared statement in the
 * author's language is filled in. The moderator can change it.
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
