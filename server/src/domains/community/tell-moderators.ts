import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';

/**
 * Makes open queues in the browsers of the community's moderators and of administrators reload, because a case was
 * added or closed.
 */
export async function tellModerators({ realtime }: Context, tx: Tx, channelId: string | null): Promise<void> {
  await realtime.publish(tx, { role: 'admin' }, { kind: 'moderation.changed' });
  if (!channelId) return;
  const { rows } = await sql<{ user_id: string }>`select user_id from channel_members
    where channel_id = ${channelId} and role in ('owner', 'moderator')`.execute(tx);
  for (const { user_id } of rows) await realtime.publish(tx, { userId: user_id }, { kind: 'moderation.changed' });
}
