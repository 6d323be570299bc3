import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import './events.ts';
import { findUser } from './users.queries.ts';

/**
 * Emits an event for the other domains if the person's email address is confirmed. The event is dropped if the outbox
 * still stores an earlier one for this account.
 */
export const announceConfirmation = (ctx: Context, userId: string): Promise<void> =>
  ctx.db.transaction().execute((tx) => announceIn(ctx, tx, userId));

/** Does the same as `announceConfirmation`, but in a transaction that is already open. */
export async function announceIn(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user?.email_verified) return;
  await ctx.outbox.emit(tx, 'identity.emailConfirmed', { user_id: user.id, lead_id: user.lead_id }, { key: user.id });
}
