import type { Context } from '#server/platform/context.ts';
import './events.ts';
import type { SecurityEventKind } from './identity.table.ts';
import { deleteSessions, insertSecurityEvent } from './users.queries.ts';

/**
 * A password or a second factor was changed: it is logged, told to the other domains, and every other session ends, so that whoever knew the
 * old key is out. All of it or nothing. `keep` is the token of the session that did it: then the other browsers notice with their next
 * call, because the word to a person reaches every browser, this one too.
 */
export async function noteSecurityChange(
  ctx: Context,
  userId: string,
  kind: SecurityEventKind,
  keep?: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await insertSecurityEvent(tx, userId, kind);
    await ctx.outbox.emit(tx, 'identity.securityChanged', { user_id: userId, kind });
    const ended = await deleteSessions(tx, userId, keep);
    if (ended > 0 && !keep) await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
  });
}
