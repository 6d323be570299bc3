import { sql } from 'kysely';
import { topicOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { hold, isUrgent } from '../hold.ts';
import type { Heard } from '../notify.ts';
import { quietUntil } from '../quiet-hours.ts';
import type { PushNote } from './push-note.ts';
import '../notifications.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A push notification is due for one browser. */
    'notifications.pushDue': PushNote & { subscription_id: string };
  }
}

/**
 * Queues push notifications for people's devices. During a person's quiet hours, holds back the notifications that are
 * not urgent. They are sent when the quiet hours end.
 */
export async function queuePushes(ctx: Context, tx: Tx, heard: readonly Heard[]): Promise<void> {
  if (!ctx.config.push || heard.length === 0) return;
  const reachable = await subscribersAmong(
    ctx,
    tx,
    heard.map(({ news }) => news.userId),
  );
  for (const { news, choices } of heard.filter((one) => reachable.has(one.news.userId))) {
    const { userId: user_id, kind, path, subject = '' } = news;
    const key = `push:${news.event}:${user_id}`;
    const message = { kind, path: path ?? '/notifications', subject };
    const until = isUrgent(kind) ? null : quietUntil(ctx.clock.now(), choices.quiet);
    if (until) await hold(tx, { user_id, channel: 'push', topic: topicOf(kind), key, message, release_at: until });
    else await emitPush(ctx, tx, user_id, message, key);
  }
}

/**
 * Emits a separate event for each browser of a person. If sending to one browser fails, the other browsers therefore do
 * not get the notification again.
 */
export async function emitPush(ctx: Context, tx: Tx, userId: string, note: PushNote, key: string): Promise<void> {
  const ids = await tx.selectFrom('push_subscriptions').select('id').where('user_id', '=', userId).execute();
  for (const { id } of ids)
    await ctx.outbox.emit(tx, 'notifications.pushDue', { subscription_id: id, ...note }, { key: `${key}:${id}` });
}

async function subscribersAmong(ctx: Context, tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`select distinct p.user_id from push_subscriptions p
    join sessions s on s.id = p.session_id where s.expires_at > ${ctx.clock.now()} and p.user_id = any(${[...new Set(userIds)]}::uuid[])`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.user_id));
}
