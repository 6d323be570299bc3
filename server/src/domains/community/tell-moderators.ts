import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { administrators, moderatorsOf } from './moderators.ts';

/**
 * Makes open queues in the browsers of the community's moderators and of administrators reload, because a case was
 * added or closed. People who are suspended get no event.
 */
export async function tellModerators({ realtime }: Context, tx: Tx, channelId: string | null): Promise<void> {
  const { rows } = await sql<{ id: string }>`${administrators}
    ${channelId ? sql`union ${moderatorsOf(channelId)}` : sql``}`.execute(tx);
  for (const { id } of rows) await realtime.publish(tx, { userId: id }, { kind: 'moderation.changed' });
}
