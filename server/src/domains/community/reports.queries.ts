import { sql } from 'kysely';
import type { ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import './events.ts';
import { stateHold } from './holds.ts';
import { one } from './one.ts';
import { severityOf } from './severity.ts';
import { tellModerators } from './tell-moderators.ts';

export interface Reported {
  readonly kind: 'post' | 'comment' | 'channel' | 'person';
  readonly id: string;
  readonly channelId: string | null;
}

/** Returns the open case about a subject, and creates the case if there is none. */
export async function openReport(
  ctx: Context,
  tx: Tx,
  { kind, id, channelId }: Reported,
  origin: 'report' | 'filter',
): Promise<string> {
  const now = ctx.clock.now();
  const { rows } = await sql<{
    id: string;
  }>`insert into reports (subject_kind, subject_id, channel_id, origin, first_at, last_at)
    values (${kind}, ${id}, ${channelId}, ${origin}, ${now}, ${now})
    on conflict (subject_kind, subject_id) where status = 'open' do update set last_at = excluded.last_at returning id`.execute(
    tx,
  );
  return one(rows).id;
}

/**
 * Adds a person's report to a case. A second report by the same person changes nothing. The position of the case in the
 * queue depends on its most severe reason. Returns true if the report was new.
 */
export async function addVoice(
  tx: Tx,
  reportId: string,
  voice: { readonly by: string | null; readonly reason: ReportReason; readonly note: string; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into report_voices (report_id, reporter_id, reason, note, at)
    values (${reportId}, ${voice.by}, ${voice.reason}, ${voice.note}, ${voice.at}) on conflict do nothing returning report_id`.execute(
    tx,
  );
  if (rows.length === 0) return false;
  await sql`update reports set voices_count = voices_count + 1, severity = greatest(severity, ${severityOf[voice.reason]}),
      reasons = case when ${voice.reason} = any(reasons) then reasons else array_append(reasons, ${voice.reason}) end
    where id = ${reportId}`.execute(tx);
  return true;
}

/** A post or comment that a word filter hides. */
export interface Held extends Reported {
  readonly kind: 'post' | 'comment';
  readonly authorId: string;
}

/**
 * Opens a case for a post or comment that a word filter hides. The case in the queue lists the words that were found,
 * and the author learns the reason.
 */
export async function holdBack(ctx: Context, tx: Tx, subject: Held, words: readonly string[]): Promise<void> {
  const report = await openReport(ctx, tx, subject, 'filter');
  await addVoice(tx, report, { by: null, reason: 'community_rules', note: words.join(', '), at: ctx.clock.now() });
  await ctx.outbox.emit(
    tx,
    'community.reported',
    { report_id: report, channel_id: subject.channelId },
    { key: report },
  );
  const { kind, id, authorId } = subject;
  await stateHold(
    ctx,
    tx,
    { kind, id, author_id: authorId },
    { reportId: report, cause: 'filter', reason: 'community_rules' },
  );
  await tellModerators(ctx, tx, subject.channelId);
}

/**
 * Adds the reports of one case to another case about the same subject. These reports then affect the position of the
 * other case in the queue.
 */
export async function joinCases(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`insert into report_voices (report_id, reporter_id, reason, note, at)
    select ${into}, reporter_id, reason, note, at from report_voices where report_id = ${from} on conflict do nothing`.execute(
    tx,
  );
  await sql`update reports r set severity = greatest(r.severity, f.severity), last_at = greatest(r.last_at, f.last_at),
      is_raised = r.is_raised or f.is_raised, held_at = coalesce(f.held_at, r.held_at), reasons = array(select distinct unnest(r.reasons || f.reasons)),
      voices_count = (select count(*) from report_voices v where v.report_id = r.id)
    from reports f where r.id = ${into} and f.id = ${from}`.execute(tx);
  await sql`update holds set report_id = ${into} where report_id = ${from}`.execute(tx);
}
