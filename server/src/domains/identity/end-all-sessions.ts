import type { Context } from '#server/platform/context.ts';
import { deleteSessions, insertSecurityEvent } from './users.queries.ts';

/** Signing out is global: every browser of this person is told at once, and no cookie of theirs opens anything any more. */
export async function endAllSessions(ctx: Context, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const ended = await deleteSessions(tx, userId);
    if (ended === 0) return;
    await insertSecurityEvent(tx, userId, 'signed_out_everywhere');
    await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
  });
}
