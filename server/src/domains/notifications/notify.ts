import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Choices, NotificationChannel } from '#contract/choices.ts';
import { choicesOfAll, topicOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { queuePushes } from './push/queue-pushes.ts';

/** A notification for one person. */
export interface News {
  readonly userId: string;
  /** The domain whose presenter can describe the subject of the news (present.ts). */
  readonly domain: string;
  readonly kind: NotificationKind;
  /** The id of the subject in that domain. It is null if the news needs only `path`. */
  readonly subjectId: string | null;
  /** The path without language prefix, for news that needs no presenter. */
  readonly path?: string | null;
  /** The number of the case or appointment, or the id of an achievement. */
  readonly subject?: string;
  /**
   * The key that groups notifications. Unread notifications with the same key share one row, which stores how many they
   * are.
   */
  readonly bundle: string;
  readonly actorId: string | null;
  /**
   * The id of the event. Each person is notified only once about an event, even if the event is delivered several
   * times.
   */
  readonly event: string;
}

/** News for a person, together with that person's notification choices. */
export interface Heard {
  readonly news: News;
  readonly choices: Choices;
}

/**
 * Adds news to people's lists and sends push notifications. Each person's choices determine which channels are used.
 * The transaction must have the rights of the service (withSystem). Returns the news that these people had not received
 * before.
 */
export async function notify(ctx: Context, tx: Tx, news: readonly News[]): Promise<News[]> {
  const choices = await choicesOfAll(
    tx,
    news.map(({ userId }) => userId),
  );
  const heard: Heard[] = [];
  for (const item of news) if (await isNew(ctx, tx, item)) heard.push({ news: item, choices: choices(item.userId) });
  const wants = (channel: NotificationChannel) =>
    heard.filter((one) => one.choices.topics[topicOf(one.news.kind)][channel]);
  const listed = wants('in_app');
  for (const one of listed) await list(ctx, tx, one);
  for (const userId of new Set(listed.map((one) => one.news.userId)))
    await ctx.realtime.publish(tx, { userId }, { kind: 'notifications.changed' });
  await queuePushes(ctx, tx, wants('push'));
  return heard.map((one) => one.news);
}

async function isNew(ctx: Context, tx: Tx, { userId, event }: News): Promise<boolean> {
  const { rows } =
    await sql`insert into notification_events (user_id, event, at) select id, ${event}, ${ctx.clock.now()} from users where id = ${userId}
    on conflict do nothing returning user_id`.execute(tx);
  return rows.length > 0;
}

/**
 * Without digests, news is emailed at once or not at all. The row is therefore marked, so that no later digest counts
 * it.
 */
function list(ctx: Context, tx: Tx, { news: item, choices: { digest } }: Heard): Promise<unknown> {
  const isTold = digest === 'off';
  return sql`insert into notifications (id, user_id, domain, kind, subject_id, bundle, actor_id, at, path, subject, told)
    values (${randomUUIDv7()}, ${item.userId}, ${item.domain}, ${item.kind}, ${item.subjectId}, ${item.bundle},
      (select id from users where id = ${item.actorId}), ${ctx.clock.now()}, ${item.path ?? null}, ${item.subject ?? ''},
      ${isTold ? 1 : 0})
    on conflict (user_id, bundle) where read_at is null
    do update set count = notifications.count + 1, subject_id = excluded.subject_id, actor_id = excluded.actor_id, at = excluded.at,
      told = case when ${isTold} then notifications.count + 1 else notifications.told end`.execute(tx);
}

const KEPT_MS = 90 * 86_400_000;
/**
 * Deletes notifications that were read more than 90 days ago. Unread notifications are not deleted. Also deletes the
 * records of handled events (`notification_events`) that are older than 90 days.
 */
export async function forgetOldNews(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await sql`delete from notifications where read_at < ${before}`.execute(tx);
  await sql`delete from notification_events where at < ${before}`.execute(tx);
}
