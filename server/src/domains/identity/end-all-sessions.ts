import type { Context } from '#server/platform/context.ts';
import { deleteSessions, insertSecurityEvent } from './users.queries.ts';

/**
 * Signs a person out in all browsers. Every browser gets a live event at once, and its cookies and photo links stop
 * working.
 */
export async function endAllSessions(ctx: Context, userId: string): Promise<void> {
  const ended = await deleteSessions(ctx.db, userId);
  if (ended > 0) await tellSessionsEnded(ctx, userId);
}

/** Sends a live event to the browsers of a person whose sessions have already ended. */
export async function tellSessionsEnded(ctx: Context, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await insertSecurityEvent(tx, userId, 'signed_out_everywhere');
    await ctx.photos.revokeLinks(tx, userId);
    await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
  });
}
