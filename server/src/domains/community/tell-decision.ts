import { sql } from 'kysely';
import * as z from 'zod';
import { Id } from '#contract/base.ts';
import { CommunityLimits } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { endRequests } from './ask-practitioner.ts';
import { cleanHtml } from './clean-html.ts';
import './events.ts';

export const TellDecision = z.object({ decision_id: Id });
export const TELL_JOB = 'community.tellDecision';

/** Returns the moment until which a decision can be undone. Nobody is notified of the decision earlier. */
export const undoableUntil = (decided: Date): Date => new Date(decided.getTime() + CommunityLimits.undo_s * 1000);

/** Schedules the notification about a decision, in the transaction of the decision. */
export const tellLater = (ctx: Context, tx: Tx, decision_id: string): Promise<unknown> =>
  ctx.jobs.send(tx, TELL_JOB, { decision_id }, { startAfter: undoableUntil(ctx.clock.now()) });

/**
 * Notifies the affected person and the reporters of a decision, unless it was undone. Afterwards the decision cannot be
 * undone. The job may run twice without harm.
 */
export const tellDecision = (ctx: Context, { decision_id }: z.output<typeof TellDecision>): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const { rows } = await sql`update decisions set told_at = ${ctx.clock.now()}
      where id = ${decision_id} and undone_at is null and told_at is null returning id`.execute(tx);
    if (rows.length === 0) return;
    await ctx.outbox.emit(tx, 'community.decided', { decision_id }, { key: decision_id });
    await publishReleased(ctx, tx, decision_id);
  });

interface Released {
  post_id: string;
  comment_id: string | null;
  channel_id: string;
  author_id: string;
  body: string;
  asks_practitioner: boolean;
  is_signed: boolean;
}

/**
 * Publishes a text that a word filter hid when it was written, if the decision made it visible. Only now are people
 * told of the text, and only now does a practitioner's answer end the request. A text that was visible before it was
 * hidden is left out, because people were told of it then.
 */
async function publishReleased(ctx: Context, tx: Tx, decisionId: string): Promise<void> {
  const { rows } = await sql<Released>`select t.* from decisions d join reports r on r.decided_in = d.id
      join holds h on h.report_id = r.id and h.cause = 'filter', lateral (
        select p.channel_id, p.id as post_id, null::uuid as comment_id, p.author_id, p.body, p.asks_practitioner, false as is_signed, p.created_at
          from posts p where h.subject_kind = 'post' and p.id = h.subject_id and p.state = 'visible'
        union all select c.channel_id, c.post_id, c.id, c.author_id, c.body, false,
            exists (select from answer_signatures s where s.channel_id = c.channel_id and s.comment_id = c.id), c.created_at
          from comments c where h.subject_kind = 'comment' and c.id = h.subject_id and c.state = 'visible') t
    where d.id = ${decisionId} and d.before -> 'text' ->> 'became' = 'visible' and t.author_id is not null
      and h.at < t.created_at + interval '5 seconds' limit 1`.execute(tx);
  const [text] = rows;
  if (!text) return;
  const { post_id, comment_id, channel_id, author_id, asks_practitioner, is_signed } = text;
  const mentions = [...cleanHtml(text.body).mentions];
  const key = `${comment_id ?? post_id}:released`;
  if (comment_id !== null) {
    await ctx.outbox.emit(tx, 'community.commented', { channel_id, post_id, comment_id, mentions }, { key });
    if (!is_signed) return;
    await sql`update posts set asks_practitioner = false, asked_at = null
      where channel_id = ${channel_id} and id = ${post_id} and asks_practitioner`.execute(tx);
    return void (await endRequests(ctx, tx, { channel_id, post_id }));
  }
  await ctx.outbox.emit(tx, 'community.posted', { channel_id, post_id, mentions }, { key });
  if (asks_practitioner)
    await ctx.outbox.emit(tx, 'community.practitionerAsked', { channel_id, post_id, by: author_id }, { key });
}
