import { sql } from 'kysely';
import * as z from 'zod';
import { Id } from '#contract/base.ts';
import { CommunityLimits } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { endRequests } from './ask-practitioner.ts';
import { cleanHtml } from './clean-html.ts';
import type { Before } from './decision-effects.ts';
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
    const { rows } = await sql<{ text: Before['text'] | null }>`update decisions set told_at = ${ctx.clock.now()}
      where id = ${decision_id} and undone_at is null and told_at is null returning before -> 'text' as text`.execute(
      tx,
    );
    const [told] = rows;
    if (!told) return;
    await ctx.outbox.emit(tx, 'community.decided', { decision_id }, { key: decision_id });
    if (told.text?.became === 'visible') await publishReleased(ctx, tx, decision_id, told.text);
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
 * Publishes a text that a word filter hid when it was written, if the decision or the appeal against it made the text
 * visible. People are notified of the text now, and a practitioner's answer now ends the request. Each text is
 * published once. A text that was visible before an edit hid it is left out, because people were notified of it then.
 * The query recognises such a text by the earlier version that the edit stored. A comment in a thread that nobody can
 * read is left out, too.
 */
export async function publishReleased(
  ctx: Context,
  tx: Tx,
  decisionId: string,
  { kind, id }: Pick<NonNullable<Before['text']>, 'kind' | 'id'>,
): Promise<void> {
  const { rows } = await sql<Released>`select t.* from (
      select p.channel_id, p.id as post_id, null::uuid as comment_id, p.author_id, p.body, p.asks_practitioner, false as is_signed
        from posts p where ${kind} = 'post' and p.id = ${id} and p.state = 'visible'
      union all select c.channel_id, c.post_id, c.id, c.author_id, c.body, false,
          exists (select from answer_signatures s where s.channel_id = c.channel_id and s.comment_id = c.id)
        from comments c join posts p on p.channel_id = c.channel_id and p.id = c.post_id and p.state = 'visible'
        where ${kind} = 'comment' and c.id = ${id} and c.state = 'visible') t
    where exists (select from holds h where h.subject_id = ${id} and h.person_id = t.author_id and h.cause = 'filter'
        and not exists (select from content_versions v where v.channel_id = t.channel_id and v.content_id = ${id} and v.at <= h.at))
      and not exists (select from decisions d where d.person_id = t.author_id and d.before ->> 'published' = ${id})`.execute(
    tx,
  );
  const [text] = rows;
  if (!text) return;
  await sql`update decisions set before = before || ${JSON.stringify({ published: id } satisfies Before)}
    where id = ${decisionId}`.execute(tx);
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
