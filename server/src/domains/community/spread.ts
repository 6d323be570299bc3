import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import { type News, notify } from '#server/domains/notifications/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { mailNews } from './mail-news.ts';

/**
 * The maximum number of people who are notified of one event. Further followers of a very popular author find the post
 * in their feeds.
 */
const MOST = 2000;

export interface Story {
  readonly kind: NotificationKind;
  readonly subjectId: string;
  readonly bundle: string;
  readonly actorId: string | null;
  readonly event: string;
  /** The community that recipients must be allowed to read. If null, this requirement does not apply. */
  readonly channelId: string | null;
  readonly postId: string | null;
}

/**
 * Returns the people who may be notified of an event. They must be allowed to read the community now. They must not
 * have muted the community, the post or the person who acts. Nobody is notified of their own actions.
 */
async function mayHear(tx: Tx, people: RawBuilder<unknown>, { channelId, postId, actorId }: Story): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from users u left join practitioners d on d.user_id = u.id
    where u.id in (${people}) and u.id is distinct from ${actorId}
      and not exists (select from community_follows f where f.user_id = u.id and f.state = 'mute'
        and ((f.kind = 'person' and f.target = ${actorId}) or (f.kind = 'channel' and f.target = ${channelId}) or (f.kind = 'post' and f.target = ${postId})))
      and (${channelId}::uuid is null or exists (select from channels c where c.id = ${channelId} and (c.visibility = 'open' or u.role = 'admin'
        or (u.role = 'practitioner' and d.verified_at is not null and d.profession = 'doctor') or u.plan = 'elite' or (c.visibility = 'paid' and u.plan in ('essential', 'plus')))))
    limit ${MOST}`.execute(tx);
  return rows.map((row) => row.id);
}

/** Notifies people of an event, except those who may not be notified of it. */
export async function spread(ctx: Context, tx: Tx, people: RawBuilder<unknown>, story: Story): Promise<void> {
  const heard = await mayHear(tx, people, story);
  const { kind, subjectId, bundle, actorId, event } = story;
  const news = heard.map((userId): News => ({ userId, domain: 'community', kind, subjectId, bundle, actorId, event }));
  await mailNews(ctx, tx, await notify(ctx, tx, news));
}
