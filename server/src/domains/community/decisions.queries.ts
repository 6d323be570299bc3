import { type RawBuilder, sql } from 'kysely';
import type { Decision, ModerationAction, ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { labelColumns, type LabelRow, toLabel } from './cards.ts';
import { personJson, type PersonRow, toPerson } from './people.sql.ts';
import { isByAdministrator } from './standing-decision.ts';
import { subjectJson, type SubjectRow, toSubject } from './subjects.ts';

export interface DecisionRow extends LabelRow {
  id: string;
  subject_kind: 'post' | 'comment' | 'channel' | 'person';
  subject_id: string;
  decision_channel_id: string | null;
  person_id: string | null;
  action: ModerationAction;
  reason: ReportReason | null;
  statement: string;
  decided_by: string | null;
  is_by_admin: boolean;
  at: Date;
  until: Date | null;
  appeal_words: string | null;
  appeal_at: Date | null;
  appeal_outcome: 'upheld' | 'reversed' | null;
  appeal_statement: string | null;
  answered_at: Date | null;
  undone_at: Date | null;
  version: number | null;
  /** The judged text, if its author has edited it since. */
  judged: { title: string | null; body: string } | null;
  subject: SubjectRow | null;
  person: PersonRow | null;
  decider: PersonRow | null;
}

const SIX_MONTHS_MS = 183 * 86_400_000;
const APPEALABLE: readonly ModerationAction[] = ['remove', 'lock', 'warn', 'suspend', 'ban'];

export const selectDecisions = async (db: Db | Tx, where: RawBuilder<unknown>, limit: number): Promise<DecisionRow[]> =>
  (
    await sql<DecisionRow>`select d.*, d.channel_id as decision_channel_id, ${labelColumns}, d.id, ${subjectJson('d')} as subject,
      ${judgedJson} as judged, ${personJson('d.person_id')} as person, ${personJson('d.decided_by')} as decider, ${isByAdministrator} as is_by_admin
    from decisions d left join channels ch on ch.id = d.channel_id where ${where} order by d.id desc limit ${limit}`.execute(
      db,
    )
  ).rows;

/** The version of a post or comment that the decision `d` judged, from the earlier versions of the text. */
const judgedJson = sql`(select json_build_object('title', v.title, 'body', v.body)
  from (select channel_id from posts where id = d.subject_id union all select channel_id from comments where id = d.subject_id) t
  join content_versions v on v.channel_id = t.channel_id and v.content_id = d.subject_id and v.version = d.version)`;

/** Returns the end of the six-month period in which a decision can be appealed. */
export const appealableUntil = (at: Date): Date => new Date(at.getTime() + SIX_MONTHS_MS);

/** Returns true if the affected person may still appeal. */
export const isAppealable = (row: DecisionRow, now: Date): boolean =>
  APPEALABLE.includes(row.action) && row.appeal_at === null && row.undone_at === null && now < appealableUntil(row.at);

function judgedSubject({ judged, version }: DecisionRow, subject: SubjectRow): SubjectRow {
  if (!judged) return subject;
  return { ...subject, title: judged.title ?? subject.title, body: judged.body, version };
}

/**
 * Returns a decision as its reader may see it. The affected person sees the reasons but not the moderator. Moderators
 * see both.
 */
export function toDecision(ctx: Context, row: DecisionRow, readerId: string): Decision {
  const isMine = row.person_id === readerId;
  return {
    id: row.id,
    action: row.action,
    subject: row.subject && toSubject(ctx, judgedSubject(row, row.subject)),
    version: row.version,
    channel: row.channel_id ? toLabel(ctx, row) : null,
    person: toPerson(row.person),
    decided_by: isMine ? null : toPerson(row.decider),
    reason: row.reason,
    statement: row.statement,
    at: row.at.toISOString(),
    until: row.until?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
    appeal:
      row.appeal_words === null || row.appeal_at === null
        ? null
        : {
            words: row.appeal_words,
            at: row.appeal_at.toISOString(),
            outcome: row.appeal_outcome ?? 'open',
            statement: row.appeal_statement,
            answered_at: row.answered_at?.toISOString() ?? null,
          },
    can_appeal: isMine && isAppealable(row, ctx.clock.now()),
  };
}
