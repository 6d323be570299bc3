import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Something that somebody should hear of. */
export interface News {
  readonly userId: string;
  /** Whose presenter knows the subject, see present.ts. */
  readonly domain: string;
  readonly kind: NotificationKind;
  readonly subjectId: string;
  /** Unread news of one bundle are one row with a count. */
  readonly bundle: string;
  readonly actorId: string | null;
  /** Told once for each person, however often it is delivered. */
  readonly event: string;
}

/** Puts news on people's lists, in a transaction of the service itself (withSystem). Answers those who had not heard it. */
export async function notify(ctx: Context, tx: Tx, news: readonly News[]): Promise<News[]> {
  const told: News[] = [];
  for (const item of news) if (await tell(ctx, tx, item)) told.push(item);
  for (const userId of new Set(told.map((item) => item.userId)))
    await ctx.realtime.publish(tx, { userId }, { kind: 'notifications.changed' });
  return told;
}

async function tell(
  ctx: Context,
  tx: Tx,
  { userId, domain, kind, subjectId, bundle, actorId, event }: News,
): Promise<boolean> {
  const at = ctx.clock.now();
  const { rows } =
    await sql`insert into notification_events (user_id, event, at) select id, ${event}, ${at} from users where id = ${userId}
    on conflict do nothing returning user_id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`insert into notifications (id, user_id, domain, kind, subject_id, bundle, actor_id, at)
    values (${randomUUIDv7()}, ${userId}, ${domain}, ${kind}, ${subjectId}, ${bundle}, (select id from users where id = ${actorId}), ${at})
    on conflict (user_id, bundle) where read_at is null
    do update set count = notifications.count + 1, subject_id = excluded.subject_id, actor_id = excluded.actor_id, at = excluded.at`.execute(
    tx,
  );
  return true;
}

const KEPT_MS = 90 * 86_400_000;
/** What was told long ago; what nobody read is kept. */
export async function forgetOldNews(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await sql`delete from notifications where read_at < ${before}`.execute(tx);
  await sql`delete from notification_events where at < ${before}`.execute(tx);
}
