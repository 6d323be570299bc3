import { randomBytes } from 'node:crypto';
import { ProgressLimits } from '#contract/progress.ts';
import { findUser, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';

const DAY_MS = 86_400_000;

interface Invite {
  readonly url: string;
  readonly expires_at: string;
}

/** The link stays the same while it lives, and a look at it prolongs it. */
export const getMyInvite = (ctx: Context, userId: string): Promise<Invite> =>
  withUser(ctx.db, userId, (tx) => livingInvite(ctx, tx, userId));

/** A new link; whoever still holds the old one holds nothing. */
export const renewMyInvite = (ctx: Context, userId: string): Promise<Invite> =>
  withUser(ctx.db, userId, (tx) => keepInvite(ctx, tx, userId, newToken()));

async function livingInvite(ctx: Context, tx: Tx, userId: string): Promise<Invite> {
  const found = await tx.selectFrom('friend_invites').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const lives = found && found.expires_at > ctx.clock.now();
  return keepInvite(ctx, tx, userId, lives ? found.token : newToken());
}

async function keepInvite(ctx: Context, tx: Tx, userId: string, token: string): Promise<Invite> {
  const expires_at = new Date(ctx.clock.now().getTime() + ProgressLimits.invite_days * DAY_MS);
  await tx
    .insertInto('friend_invites')
    .values({ user_id: userId, token, expires_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token, expires_at }))
    .execute();
  const language = (await findUser(tx, userId))?.language ?? 'en';
  return { url: `${pageUrl(ctx, language, '/friends')}?invite=${token}`, expires_at: expires_at.toISOString() };
}

const newToken = (): string => randomBytes(24).toString('base64url');
