import { sql } from 'kysely';
import type { ModerationAction, ReportReason, Visibility } from '#contract/community.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { MailTemplate } from '#server/domains/identity/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { appealableUntil } from './decisions.queries.ts';
import { dayIn, factsOf, momentIn, nameText, openName, say, type Spoken } from './letter-words.ts';

/** The content of an email, without its addressee. */
export interface Letter {
  readonly template: MailTemplate;
  readonly values: Readonly<Record<string, string>>;
  readonly path: string;
}

export interface Reader {
  readonly language: ReadingLanguage;
  readonly timeZone: string;
}

interface Row extends Spoken {
  action: ModerationAction;
  reason: ReportReason | null;
  statement: string;
  at: Date;
  until: Date | null;
  /** The community where the decision applies. It is null if the decision applies to all communities. */
  channel_id: string | null;
  decided_in: string | null;
  decided_in_visibility: Visibility | null;
  appeal_outcome: 'upheld' | 'reversed' | null;
  appeal_statement: string | null;
}

/**
 * Returns an SQL join with the alias `w`. It contains the community in which the subject of `x` was written, and the
 * time of writing. If the subject is a community or a person, there is no time.
 * @param x the alias of a row of reports, decisions or holds
 */
export const writtenJoin = (x: string) => sql`left join lateral (
    select t.created_at as written_at, coalesce(c.name, c.slug) as place, c.visibility
    from (select channel_id, created_at from posts where ${sql.raw(x)}.subject_kind = 'post' and id = ${sql.raw(x)}.subject_id
      union all select channel_id, created_at from comments where ${sql.raw(x)}.subject_kind = 'comment' and id = ${sql.raw(x)}.subject_id
      union all select id, null from channels where ${sql.raw(x)}.subject_kind = 'channel' and id = ${sql.raw(x)}.subject_id
      union all select id, null from channels where ${sql.raw(x)}.subject_kind = 'person' and id = ${sql.raw(x)}.channel_id) t
    join channels c on c.id = t.channel_id) w on true`;

/**
 * Decisions about where a person may write. They affect more than one text, so the email also shows where they apply.
 */
const REACHING: readonly ModerationAction[] = ['suspend', 'ban', 'lift'];

const templates: Partial<Record<ModerationAction, MailTemplate>> = {
  lift: 'community_lifted',
  restore: 'community_restored',
  unlock: 'community_unlocked',
};

/**
 * Returns an email about a decision or about the outcome of an appeal. An email about a decision contains its subject,
 * duration and reason. If the decision can be appealed, the email says until when.
 */
export async function decisionLetter(
  tx: Tx,
  decisionId: string,
  kind: 'decision' | 'appeal',
  { language, timeZone }: Reader,
): Promise<Letter | null> {
  const { rows } =
    await sql<Row>`select d.subject_kind as kind, d.action, d.reason, d.statement, d.at, d.until, d.channel_id, d.appeal_outcome,
      d.appeal_statement, w.written_at, w.place, w.visibility, coalesce(dc.name, dc.slug) as decided_in, dc.visibility as decided_in_visibility
    from decisions d left join channels dc on dc.id = d.channel_id ${writtenJoin('d')} where d.id = ${decisionId}`.execute(
      tx,
    );
  const row = rows[0];
  if (!row) return null;
  const text = nameText(language, 'of', row, timeZone);
  const path = '/community/decisions';
  if (kind === 'appeal') {
    const facts = factsOf(language, [
      ['text', text],
      ['decision', say(language, `decided.${row.action}`)],
      ['result', row.appeal_outcome && say(language, `result.${row.appeal_outcome}`)],
      ['answer', row.appeal_statement],
    ]);
    return { template: 'community_appeal', values: { facts }, path };
  }
  const place = row.channel_id
    ? (openName({ place: row.decided_in, visibility: row.decided_in_visibility }) ?? say(language, 'closed'))
    : say(language, 'everywhere');
  const end = row.until
    ? momentIn(language, row.until, timeZone)
    : row.action === 'ban'
      ? say(language, 'noEnd')
      : null;
  const template = templates[row.action] ?? 'community_decision';
  const isKind = template !== 'community_decision';
  const facts = factsOf(language, [
    ['text', row.action === 'lift' ? null : text],
    ['decision', isKind ? null : say(language, `decided.${row.action}`)],
    ['where', REACHING.includes(row.action) ? place : null],
    ['until', end],
    ['rule', row.reason && !isKind ? say(language, `reason.${row.reason}`) : null],
    ['reasons', row.statement || null],
  ]);
  const values = { facts, appeal_until: dayIn(language, appealableUntil(row.at), timeZone) };
  return { template, values, path: row.action === 'lift' ? '/community' : path };
}
