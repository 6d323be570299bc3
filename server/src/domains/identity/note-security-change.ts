import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import './events.ts';
import type { SecurityEventKind } from './identity.table.ts';
import { deleteSessions, insertSecurityEvent } from './users.queries.ts';

/** Events after which sessions continue, because a new way to sign in does not make existing sessions unsafe. */
const endsNothing = new Set<SecurityEventKind>(['passkey_added', 'professional_linked']);

/**
 * Handles a change of a password, a second factor, a passkey, the email address or the link to the OpenID provider. The
 * change is logged, and other domains get an event. Unless `endsNothing` contains the event, every other session ends.
 * Another person who signed in with the old password or passkey is then signed out. All of these steps are in one
 * transaction. `keep` is the token of the session that continues. Every browser of the person gets the live event about
 * ended sessions, including the browser of this call. Each browser then checks whether it is still signed in. The event
 * is sent even if this function deleted no session, because Better Auth may already have ended the other sessions.
 */
export const noteSecurityChange = (
  ctx: Context,
  userId: string,
  kind: SecurityEventKind,
  keep?: string,
): Promise<void> => ctx.db.transaction().execute((tx) => noteChangeIn(ctx, tx, userId, kind, keep));

/** Does the same as `noteSecurityChange`, but in a transaction that is already open. */
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
