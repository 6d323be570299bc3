import type { Context } from '#server/platform/context.ts';
import './events.ts';
import { findUser, insertSecurityEvent } from './users.queries.ts';

/** Tells the other domains, once for each account, that the address is confirmed. */
export async function announceConfirmation(ctx: Context, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const user = await findUser(tx, userId);
    if (!user?.email_verified) return;
    await ctx.outbox.emit(tx, 'identity.emailConfirmed', { user_id: user.id, lead_id: user.lead_id }, { key: user.id });
  });
}

/** As above, and keeps the moment in the person's own log. */
export async function noteConfirmation(ctx: Context, userId: string): Promise<void> {
  await insertSecurityEvent(ctx.db, userId, 'email_confirmed');
  await announceConfirmation(ctx, userId);
}
