import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import { type News, notify } from '#server/domains/notifications/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { mailNews } from './mail-news.ts';
import './events.ts';

/** Who is told about one post at most: the rest of a very popular author's followers find it in their feeds. */
const MOST = 2000;

export interface Story {
  readonly kind: NotificationKind;
  readonly subjectId: string;
  readonly bundle: string;
  readonly actorId: string | null;
  readonly event: string;
  /** Null: no community's visibility stands in the way. */
  readonly channelId: string | null;
  readonly postId: string | null;
}

/**
 * Those among `people` who may hear a story: who may read the community now, and have muted neither it nor the post nor the person. Nobody hears of what
 * they did themselves.
 */
async function mayHear(tx: Tx, people: RawBuilder<unknown>, { channelId, postId, actorId }: Story): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from users u left join practitioners d on d.user_id = u.id
    where u.id in (${people}) and u.id is distinct from ${actorId}
      and not exists (select from community_follows f where f.user_id = u.id and f.state = 'mute'
        and ((f.kind = 'person' and f.target = ${actorId}) or (f.kind = 'channel' and f.target = ${channelId}) or (f.kind = 'post' and f.target = ${postId})))
      and (${channelId}::uuid is null or exists (select from channels c where c.id = ${channelId} and (c.visibility = 'open' or u.role = 'admin'
        or (u.role = 'practitioner' and d.verified_at is not null) or u.plan = 'elite' or (c.visibility = 'paid' and u.plan in ('essential', 'plus')))))
    limit ${MOST}`.execute(tx);
  return rows.map((row) => row.id);
}

async function spread(ctx: Context, tx: Tx, people: RawBuilder<unknown>, story: Story): Promise<void> {
  const heard = await mayHear(tx, people, story);
  const { kind, subjectId, bundle, actorId, event } = story;
  const news = heard.map((userId): News => ({ userId, domain: 'community', kind, subjectId, bundle, actorId, event }));
  await mailNews(ctx, tx, await notify(ctx, tx, news));
}

const mentioned = (handles: readonly string[]) =>
  sql`select user_id from community_profiles where handle = any(${[...handles]}::text[])`;
const followers = (kind: string, target: string) =>
  sql`select user_id from community_follows where kind = ${kind} and target = ${target} and state = 'follow'`;

interface About {
  author_id: string | null;
  state: string;
  tags: string[];
}

/** Mentions first: who is mentioned and follows hears it once, as a mention. */
async function tellOfPost(
  ctx: Context,
  tx: Tx,
  { channel_id, post_id, mentions }: { channel_id: string; post_id: string; mentions: string[] },
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
  event: { channel_id: string; post_id: string; comment_id: string; mentions: string[] },
): Promise<void> {
  const { channel_id, post_id, comment_id, mentions } = event;
  const { rows } = await sql<About & { answered_id: string | null; post_author_id: string | null; is_expert: boolean }>`
    select c.author_id, c.state, '{}'::text[] as tags, p.author_id as post_author_id, a.author_id as answered_id,
      exists (select from practitioners d where d.user_id = c.author_id and d.verified_at is not null) as is_expert
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
  const one = (id: string | null) => sql`select ${id}::uuid`;
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
  { channel_id, content_id, by }: { channel_id: string; content_id: string; by: string },
): Promise<void> {
  const author = sql`select author_id from posts where id = ${content_id} union select author_id from comments where id = ${content_id}`;
  await spread(ctx, tx, author, {
    kind: 'like',
    subjectId: content_id,
    bundle: `like:${content_id}`,
    actorId: by,
    event: `like:${content_id}:${by}`,
    channelId: channel_id,
    postId: null,
  });
}

const moderatorsOf = (channelId: string) =>
  sql`select user_id from channel_members where channel_id = ${channelId} and role <> 'member'`;

/** Every event of the communities that somebody should hear of. */
export function subscribeToNews(ctx: Context): void {
  const name = 'community-news';
  const on = <T extends Parameters<typeof ctx.outbox.on>[0]>(
    topic: T,
    tell: (tx: Tx, payload: never, id: number) => Promise<void>,
  ): void =>
    ctx.outbox.on(topic, ({ payload, id }) => withSystem(ctx.db, (tx) => tell(tx, payload as never, id)), { name });

  on('community.posted', (tx, payload) => tellOfPost(ctx, tx, payload));
  on('community.commented', (tx, payload) => tellOfComment(ctx, tx, payload));
  on('community.liked', (tx, payload) => tellOfLike(ctx, tx, payload));
  on('community.invited', async (tx, { invite_id }: { invite_id: string }) => {
    const { rows } = await sql<{
      channel_id: string;
      invited_by: string | null;
    }>`select channel_id, invited_by from channel_invites where id = ${invite_id}`.execute(tx);
    const invite = rows[0];
    if (!invite) return;
    const { channel_id: channelId, invited_by: actorId } = invite;
    const people = sql`select user_id from channel_invites where id = ${invite_id}`;
    const key = `invite:${invite_id}`;
    await spread(ctx, tx, people, {
      kind: 'invite',
      subjectId: channelId,
      bundle: key,
      actorId,
      event: key,
      channelId,
      postId: null,
    });
  });
  on('community.joinRequested', (tx, { channel_id, user_id }: { channel_id: string; user_id: string }, id) =>
    spread(ctx, tx, moderatorsOf(channel_id), {
      ...about(channel_id, 'join_request', `join_request:${channel_id}`, `event:${id}`),
      actorId: user_id,
    }),
  );
  on('community.joinAccepted', (tx, { channel_id, user_id }: { channel_id: string; user_id: string }, id) =>
    spread(
      ctx,
      tx,
      sql`select ${user_id}::uuid`,
      about(channel_id, 'join_accepted', `join_accepted:${channel_id}`, `event:${id}`),
    ),
  );
  on('community.roleChanged', (tx, { channel_id, user_id }: { channel_id: string; user_id: string }, id) =>
    spread(ctx, tx, sql`select ${user_id}::uuid`, about(channel_id, 'role', `role:${channel_id}`, `event:${id}`)),
  );
  on(
    'community.practitionerAsked',
    (tx, { channel_id, post_id, by }: { channel_id: string; post_id: string; by: string }, id) =>
      spread(ctx, tx, sql`select user_id from practitioners where verified_at is not null`, {
        kind: 'practitioner_asked',
        subjectId: post_id,
        bundle: `asked:${post_id}`,
        actorId: by,
        event: `event:${id}`,
        channelId: channel_id,
        postId: post_id,
      }),
  );
  on('community.reported', (tx, { report_id, channel_id }: { report_id: string; channel_id: string | null }, id) =>
    channel_id === null
      ? Promise.resolve()
      : spread(ctx, tx, moderatorsOf(channel_id), {
          ...about(channel_id, 'report', `report:${channel_id}`, `report:${report_id}:${id}`),
        }),
  );
  on('community.decided', (tx, { decision_id }: { decision_id: string }) =>
    tellOfDecision(ctx, tx, decision_id, 'decision'),
  );
  on('community.appealAnswered', (tx, { decision_id }: { decision_id: string }) =>
    tellOfDecision(ctx, tx, decision_id, 'appeal'),
  );
}

const about = (channelId: string, kind: NotificationKind, bundle: string, event: string): Story => ({
  kind,
  subjectId: channelId,
  bundle,
  actorId: null,
  event,
  channelId,
  postId: null,
});

/** Whom a decision is about always hears of it, whatever they may read or have muted. */
async function tellOfDecision(ctx: Context, tx: Tx, decisionId: string, kind: 'decision' | 'appeal'): Promise<void> {
  const people = sql`select person_id from decisions where id = ${decisionId} and action <> 'dismiss'`;
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
