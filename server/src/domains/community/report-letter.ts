import { sql } from 'kysely';
import type { ModerationAction, ReportReason } from '#contract/community.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { appealableUntil } from './decisions.queries.ts';
import { type Letter, type Reader, writtenJoin } from './decision-letter.ts';
import { dayIn, factsOf, momentIn, nameText, say, type Spoken } from './letter-words.ts';
import { outcomeOf } from './report-outcome.ts';

interface Row extends Spoken {
  reason: ReportReason;
  reported_at: Date;
  action: ModerationAction | null;
  rule: ReportReason | null;
  decided_at: Date | null;
  appeal_outcome: 'upheld' | 'reversed' | null;
  has_asked: boolean;
  review_outcome: 'upheld' | 'reversed' | null;
  review_statement: string | null;
}

export type ReportNews = 'report_received' | 'report_decided' | 'report_reviewed';

/**
 * Returns an email to a reporter: the receipt, the outcome, or the answer to a request for review. It names nobody, and
 * does not say which measure was taken against a person.
 */
export async function reportLetter(
  tx: Tx,
  reportId: string,
  reporterId: string,
  kind: ReportNews,
  { language, timeZone }: Reader,
): Promise<Letter | null> {
  const { rows } =
    await sql<Row>`select r.subject_kind as kind, w.written_at, w.place, w.visibility, v.reason, v.at as reported_at, d.action, d.reason as rule,
      d.at as decided_at, d.appeal_outcome, q.id is not null as has_asked, q.outcome as review_outcome, q.statement as review_statement
    from reports r join report_voices v on v.report_id = r.id and v.reporter_id = ${reporterId}
    left join decisions d on d.id = r.decided_in left join report_reviews q on q.report_id = r.id and q.reporter_id = v.reporter_id
    ${writtenJoin('r')} where r.id = ${reportId}`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  const about = ['text', nameText(language, 'their', row, timeZone)] as const;
  const path = '/community/reports';
  if (kind === 'report_received') {
    const facts = factsOf(language, [
      about,
      ['reason', say(language, `reason.${row.reason}`)],
      ['received', momentIn(language, row.reported_at, timeZone)],
    ]);
    return { template: 'community_report_received', values: { facts }, path };
  }
  if (kind === 'report_reviewed') {
    const result = row.review_outcome === 'reversed' ? 'reopened' : 'upheld';
    const facts = factsOf(language, [
      about,
      ['result', say(language, `result.${result}`)],
      ['answer', row.review_statement],
    ]);
    return { template: 'community_report_reviewed', values: { facts }, path };
  }
  const outcome = outcomeOf(row);
  if (!outcome || !row.decided_at) return null;
  const facts = factsOf(language, [
    about,
    ['result', say(language, `outcome.${outcome}`)],
    ['rule', row.rule && outcome !== 'none' ? say(language, `reason.${row.rule}`) : null],
  ]);
  const appeal_until = dayIn(language, appealableUntil(row.decided_at), timeZone);
  const ask_again = outcome === 'removed' || row.has_asked ? '' : say(language, 'askAgain', { appeal_until });
  return { template: 'community_report_decided', values: { facts, ask_again }, path };
}
