import type { ReportCase } from '#contract/community/moderation.ts';

type Why = 'gone' | 'decided' | 'changed' | 'not_possible';
interface Outcome {
  readonly report_id: string;
  readonly refused: Why | null;
}

/** A case that a decision about several cases did not decide, with the reason. */
export interface Refused<Case = ReportCase> {
  readonly found: Case;
  readonly why: Why;
}

/** Returns the cases that the service did not decide, in the order in which the page shows them. */
export function refusedOf<Case extends { readonly id: string }>(
  cases: readonly Case[],
  outcomes: readonly Outcome[],
): Refused<Case>[] {
  const why = new Map(outcomes.map(({ report_id, refused }) => [report_id, refused]));
  return cases.flatMap((found) => {
    const refused = why.get(found.id);
    return refused ? [{ found, why: refused }] : [];
  });
}
