import { DecisionTimes, type TransparencyYear } from '#contract/community/transparency.ts';
import { ModerationActions, ReportReasons } from '#contract/community.ts';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';

type Fact =
  | 'reported'
  | 'held_by_filter'
  | 'held_by_reports'
  | 'decided'
  | 'ground'
  | 'time'
  | 'appealed'
  | 'appeal_answered'
  | 'review_asked'
  | 'review_answered';

/**
 * Returns moderation statistics by year, newest first. The database counts each event when it happens (migration 0023),
 * so that later erasures do not change the numbers.
 */
export async function getTransparency({ db }: Context): Promise<TransparencyYear[]> {
  const { rows } = await sql<{
    year: number;
    fact: Fact;
    detail: string;
    count: number;
  }>`select year, fact, detail, count from moderation_counts order by year desc`.execute(db);
  return [...Map.groupBy(rows, ({ year }) => year)].map(([year, counted]) => {
    const of = (fact: Fact, detail = ''): number =>
      counted.find((row) => row.fact === fact && row.detail === detail)?.count ?? 0;
    return {
      year,
      reported: ReportReasons.map((reason) => ({ reason, count: of('reported', reason) })),
      held: { by_filter: of('held_by_filter'), by_reports: of('held_by_reports') },
      decided: ModerationActions.map((action) => ({ action, count: of('decided', action) })),
      grounds: ReportReasons.map((reason) => ({ reason, count: of('ground', reason) })),
      times: DecisionTimes.map((within) => ({ within, count: of('time', within) })),
      appeals: {
        asked: of('appealed'),
        upheld: of('appeal_answered', 'upheld'),
        reversed: of('appeal_answered', 'reversed'),
      },
      reviews: {
        asked: of('review_asked'),
        upheld: of('review_answered', 'upheld'),
        reversed: of('review_answered', 'reversed'),
      },
    };
  });
}
