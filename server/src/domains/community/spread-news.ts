import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents, Topic } from '#server/platform/outbox/outbox.ts';
import './events.ts';
import { awaitedIn, moderatorsOf } from './moderators.ts';
import type { ReportNews } from './report-letter.ts';
import { spread, type Story } from './spread.ts';
import { whoAnswers } from './who-answers.ts';

const mentioned = (handles: readonly string[]) =>
  sql`select user_id from community_profiles where handle = any(${[...handles]}::text[])`;
const followers = (kind: string, target: string) =>
  sql`select user_id from community_follows where kind = ${kind} and target = ${target} and state = 'follow'`;

interface About {
  author_id: string | null;
  state: string;
  tags: string[];
}

/**
 * Notifies people of a new post. Mentioned people are notified first, so that a follower who is mentioned gets only the
 * notification about the mention.
 */
async function tellOfPost(
  ctx: Context,
  tx: Tx,
  { channel_id, post_id, mentions }: OutboxEvents['community.posted'],
): Promise<void> {
  const { rows } = await sql<About>`select author_id, state, tags from posts where id = ${post_id}`.execute(tx);
  const post = rows[0];
  if (!post?.author_id || post.state !== 'visible') return;
  const story = {
    subjectId: post_id,
    actorId: post.author_id,
    channelId: channel_id,
    postId: post_id,
    event: `post:${post_id}`,
  };
  await spread(ctx, tx, mentioned(mentions), { ...story, kind: 'mention', bundle: `mention:${post_id}` });
  const interested = sql`${followers('person', post.author_id)} union ${followers('channel', channel_id)}
    union select user_id from community_follows where kind = 'tag' and target = any(${post.tags}) and state = 'follow'`;
  await spread(ctx, tx, interested, { ...story, kind: 'new_post', bundle: `new_post:${post_id}` });
}

async function tellOfComment(
  ctx: Context,
  tx: Tx,
  { channel_id, post_id, comment_id, mentions }: OutboxEvents['community.commented'],
): Promise<void> {
  const { rows } = await sql<About & { answered_id: string | null; post_author_id: string | null; is_expert: boolean }>`
    select c.author_id, c.state, '{}'::text[] as tags, p.author_id as post_author_id, a.author_id as answered_id,
      exists (select from practitioners d where d.user_id = c.author_id and d.verified_at is not null and d.profession = 'doctor') as is_expert
    from comments c join posts p on p.channel_id = c.channel_id and p.id = c.post_id
    left join comments a on a.channel_id = c.channel_id and a.id = coalesce(c.reply_to_id, c.parent_id)
    where c.id = ${comment_id}`.execute(tx);
  const comment = rows[0];
  if (!comment?.author_id || comment.state !== 'visible') return;
  const story = {
    subjectId: comment_id,
    actorId: comment.author_id,
    channelId: channel_id,
    postId: post_id,
    event: `comment:${comment_id}`,
  };
  await spread(ctx, tx, one(comment.answered_id), { ...story, kind: 'reply', bundle: `reply:${post_id}` });
  await spread(ctx, tx, mentioned(mentions), { ...story, kind: 'mention', bundle: `mention:${post_id}` });
  if (comment.is_expert)
    await spread(ctx, tx, one(comment.post_author_id), {
      ...story,
      kind: 'practitioner_answered',
      bundle: `answered:${post_id}`,
    });
  await spread(ctx, tx, sql`${one(comment.post_author_id)} union ${followers('post', post_id)}`, {
    ...story,
    kind: 'comment',
    bundle: `comment:${post_id}`,
  });
}

async function tellOfLike(
  ctx: Context,
  tx: Tx,
  { channel_id, content_id, by }: OutboxEvents['community.liked'],
): Promise<void> {
  const { rows } = await sql<{ author_id: string | null; post_id: string }>`
    select author_id, id as post_id from posts where id = ${content_id}
    union all select author_id, post_id from comments where id = ${content_id}`.execute(tx);
  const [liked] = rows;
  if (!liked) return;
  await spread(ctx, tx, one(liked.author_id), {
    kind: 'like',
    subjectId: content_id,
    bundle: `like:${content_id}`,
    actorId: by,
    event: `like:${content_id}:${by}`,
    channelId: channel_id,
    postId: liked.post_id,
  });
}

async function tellOfInvite(ctx: Context, tx: Tx, { invite_id }: OutboxEvents['community.invited']): Promise<void> {
  const { rows } = await sql<{ channel_id: string; invited_by: string | null }>`
    select channel_id, invited_by from channel_invites where id = ${invite_id}`.execute(tx);
  const invite = rows[0];
  if (!invite) return;
  const people = sql`select user_id from channel_invites where id = ${invite_id}`;
  const key = `invite:${invite_id}`;
  await spread(ctx, tx, people, { ...about(invite.channel_id, 'invite', key, key), actorId: invite.invited_by });
}

/**
 * Notifies doctors of a question. Every verified doctor may answer it, but only those whom `whoAnswers` selects by
 * community and language are notified.
 */
async function tellOfQuestion(
  ctx: Context,
  tx: Tx,
  { channel_id, post_id, by }: OutboxEvents['community.practitionerAsked'],
  id: number,
): Promise<void> {
  await spread(ctx, tx, whoAnswers(channel_id, post_id), {
    kind: 'practitioner_asked',
    subjectId: post_id,
    bundle: `asked:${post_id}`,
    actorId: by,
    event: `event:${id}`,
    channelId: channel_id,
    postId: post_id,
  });
}

/**
 * Notifies the moderators of the community in which something was reported, or administrators if all of them are
 * suspended. Reports outside of communities, for example on personal pages, notify nobody. Administrators find those in
 * their queue.
 */
async function tellOfReport(
  ctx: Context,
  tx: Tx,
  { report_id, channel_id }: OutboxEvents['community.reported'],
  id: number,
): Promise<void> {
  if (channel_id === null) return;
  const story = about(channel_id, 'report', `report:${channel_id}`, `report:${report_id}:${id}`);
  const isCommunity = sql`exists (select from channels c where c.id = ${channel_id} and c.kind = 'community')`;
  await spread(ctx, tx, sql`select w.user_id from (${awaitedIn(channel_id)}) w where ${isCommunity}`, story);
}

/** Notifies the affected person of a decision, even if they cannot read the community or have muted it. */
async function tellOfDecision(ctx: Context, tx: Tx, decisionId: string, kind: 'decision' | 'appeal'): Promise<void> {
  const people = sql`select person_id from decisions where id = ${decisionId} and action <> 'dismiss' and undone_at is null`;
  const key = `${kind}:${decisionId}`;
  await spread(ctx, tx, people, {
    kind,
    subjectId: decisionId,
    bundle: key,
    actorId: null,
    event: key,
    channelId: null,
    postId: null,
  });
}

/**
 * Notifies authors that their text is hidden or visible again, even if they have muted the community. Each hold causes
 * at most one notification of each kind.
 */
const tellAuthor = (ctx: Context, tx: Tx, kind: 'text_held' | 'text_released', holdId: string, event: string) =>
  spread(ctx, tx, sql`select person_id from holds where id = ${holdId}`, {
    kind,
    subjectId: holdId,
    bundle: `${kind}:${holdId}`,
    actorId: null,
    event,
    channelId: null,
    postId: null,
  });

/**
 * Notifies authors of hidden texts that a decision made visible again. After a removal or a restoration, the
 * notification about the decision is enough.
 */
async function tellReleased(ctx: Context, tx: Tx, decisionId: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select h.id from decisions d join reports r on r.decided_in = d.id join holds h on h.report_id = r.id
    where d.id = ${decisionId} and d.action not in ('remove', 'restore') and d.before -> 'text' ->> 'state' = 'held' and d.before -> 'text' ->> 'became' = 'visible'
    order by h.id desc limit 1`.execute(tx);
  for (const { id } of rows) await tellAuthor(ctx, tx, 'text_released', id, `text_released:${id}:${decisionId}`);
}

/**
 * Notifies reporters of the outcome. Each reporter is notified separately, so that nobody learns who else reported the
 * text. Reports by word filters, and reports by people who have left, have no recipient.
 */
async function tellReporters(ctx: Context, tx: Tx, decisionId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from reports
    where decided_in = ${decisionId} and status = 'decided'`.execute(tx);
  for (const { id } of rows)
    await spread(ctx, tx, sql`select reporter_id from report_voices where report_id = ${id}`, {
      ...toReporter('report_decided', id),
      event: `report_decided:${id}:${decisionId}`,
    });
}

const toReporter = (kind: ReportNews, reportId: string): Story => ({
  kind,
  subjectId: reportId,
  bundle: `${kind}:${reportId}`,
  actorId: null,
  event: `${kind}:${reportId}`,
  channelId: null,
  postId: null,
});

const membersOf = (channelId: string, but: string) =>
  sql`select user_id from channel_members where channel_id = ${channelId} and user_id <> ${but}`;

const one = (userId: string | null) => sql`select ${userId}::uuid`;

/** Returns a notification about the community as a whole. */
const about = (channelId: string, kind: NotificationKind, bundle: string, event: string): Story => ({
  kind,
  subjectId: channelId,
  bundle,
  actorId: null,
  event,
  channelId,
  postId: null,
});

type Teller<T extends Topic> = (tx: Tx, payload: OutboxEvents[T], id: number) => Promise<void>;

const listener =
  (ctx: Context) =>
  <T extends Topic>(topic: T, tell: Teller<T>): void =>
    ctx.outbox.on(topic, ({ payload, id }) => withSystem(ctx.system, (tx) => tell(tx, payload, id)), {
      name: 'community-news',
    });

/** Subscribes to the events about co-signatures and guides. */
function subscribeToReviews(ctx: Context, on: ReturnType<typeof listener>): void {
  // Only the co-signer is notified. They may have muted the author of the answer, but the news is about their own
  // signature.
  on('community.cosignatureVoided', (tx, { channel_id, post_id, comment_id, user_id }, id) =>
    spread(ctx, tx, one(user_id), {
      ...about(channel_id, 'cosignature_void', `cosigned:${comment_id}`, `cosigned:${comment_id}:${id}`),
      subjectId: comment_id,
      postId: post_id,
    }),
  );
  on('community.guideReviewAsked', (tx, { guide_id, channel_id }, id) =>
    spread(ctx, tx, sql`select reviewer_id from guides where id = ${guide_id}`, {
      ...about(channel_id, 'guide_review_asked', `guide_asked:${guide_id}`, `event:${id}`),
      subjectId: guide_id,
    }),
  );
  on('community.guideReviewAnswered', (tx, { guide_id, channel_id, by }, id) =>
    spread(ctx, tx, sql`select author_id from guides where id = ${guide_id}`, {
      ...about(channel_id, 'guide_review_answered', `guide_answered:${guide_id}`, `event:${id}`),
      subjectId: guide_id,
      actorId: by,
    }),
  );
  on('community.guideExpired', (tx, { guide_id, channel_id }, id) =>
    spread(
      ctx,
      tx,
      sql`select author_id from guides where id = ${guide_id} union select user_id from guide_reviews where guide_id = ${guide_id}
        union ${moderatorsOf(channel_id)}`,
      { ...about(channel_id, 'guide_expired', `guide_expired:${guide_id}`, `event:${id}`), subjectId: guide_id },
    ),
  );
}

/** Subscribes to every event of the communities that causes a notification. */
export function subscribeToNews(ctx: Context): void {
  const on = listener(ctx);
  subscribeToReviews(ctx, on);
  on('community.posted', (tx, event) => tellOfPost(ctx, tx, event));
  on('community.commented', (tx, event) => tellOfComment(ctx, tx, event));
  on('community.liked', (tx, event) => tellOfLike(ctx, tx, event));
  on('community.invited', (tx, event) => tellOfInvite(ctx, tx, event));
  on('community.practitionerAsked', (tx, event, id) => tellOfQuestion(ctx, tx, event, id));
  on('community.answerOverdue', (tx, { channel_id, post_id }) =>
    spread(ctx, tx, awaitedIn(channel_id), {
      ...about(channel_id, 'answer_overdue', `overdue:${post_id}`, `overdue:${post_id}`),
      subjectId: post_id,
    }),
  );
  on('community.requestRemoved', (tx, { channel_id, post_id, user_id }, id) =>
    spread(ctx, tx, one(user_id), {
      ...about(channel_id, 'request_removed', `request_removed:${post_id}`, `event:${id}`),
      subjectId: post_id,
    }),
  );
  on('community.reported', (tx, event, id) => tellOfReport(ctx, tx, event, id));
  on('community.held', (tx, { hold_id }) => tellAuthor(ctx, tx, 'text_held', hold_id, `text_held:${hold_id}`));
  on('community.decided', async (tx, { decision_id }) => {
    await tellOfDecision(ctx, tx, decision_id, 'decision');
    await tellReleased(ctx, tx, decision_id);
    await tellReporters(ctx, tx, decision_id);
  });
  on('community.reportReceived', (tx, { report_id, reporter_id }) =>
    spread(ctx, tx, one(reporter_id), toReporter('report_received', report_id)),
  );
  on('community.reviewAnswered', (tx, { report_id, reporter_id }) =>
    spread(ctx, tx, one(reporter_id), toReporter('report_reviewed', report_id)),
  );
  on('community.ending', (tx, { channel_id, asked_by }, id) =>
    spread(
      ctx,
      tx,
      membersOf(channel_id, asked_by),
      about(channel_id, 'channel_ending', `ending:${channel_id}`, `event:${id}`),
    ),
  );
  on('community.kept', (tx, { channel_id, by }, id) =>
    spread(ctx, tx, membersOf(channel_id, by), about(channel_id, 'channel_kept', `kept:${channel_id}`, `event:${id}`)),
  );
  on('community.appealAnswered', (tx, { decision_id }) => tellOfDecision(ctx, tx, decision_id, 'appeal'));
  on('community.joinRequested', (tx, { channel_id, user_id }, id) => {
    const story = about(channel_id, 'join_request', `join_request:${channel_id}`, `event:${id}`);
    return spread(ctx, tx, awaitedIn(channel_id), { ...story, actorId: user_id });
  });
  on('community.joinAccepted', (tx, { channel_id, user_id }, id) =>
    spread(ctx, tx, one(user_id), about(channel_id, 'join_accepted', `join_accepted:${channel_id}`, `event:${id}`)),
  );
  on('community.roleChanged', (tx, { channel_id, user_id }, id) =>
    spread(ctx, tx, one(user_id), about(channel_id, 'role', `role:${channel_id}`, `event:${id}`)),
  );
}
