import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import './events.ts';
import type { SecurityEventKind } from './identity.table.ts';
import { deleteSessions, insertSecurityEvent } from './users.queries.ts';

/** A new way to sign in does not end existing sessions. */
const endsNothing = new Set<SecurityEventKind>(['passkey_added', 'professional_linked']);

/**
 * A password, a second factor or a passkey was changed: the change is logged, other domains get an event, and every
 * other session ends, so that a person who knew the old key is signed out. All of it happens, or nothing. `keep`
 * is the token of the session that continues. The live event about an ended session reaches every browser of the
 * person, this one too; each then checks whether it is still signed in. It is sent even if no row was left to delete,
 * because Better Auth may have ended the other sessions itself.
 */
export const noteSecurityChange = (
  ctx: Context,
  userId: string,
  kind: SecurityEventKind,
  keep?: string,
): Promise<void> => ctx.db.transaction().execute((tx) => noteChangeIn(ctx, tx, userId, kind, keep));

/** As `noteSecurityChange`, in an open transaction. */
export async function noteChangeIn(
  ctx: Context,
  tx: Tx,
  userId: string,
  kind: SecurityEventKind,
  keep?: string,
): Promise<void> {
  await insertSecurityEvent(tx, userId, kind);
  await ctx.outbox.emit(tx, 'identity.securityChanged', { user_id: userId, kind });
  if (endsNothing.has(kind)) return;
  await deleteSessions(tx, userId, keep);
  await ctx.photos.revokeLinks(tx, userId);
  await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
}
