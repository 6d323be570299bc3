import { createHash, createHmac, randomUUID } from 'node:crypto';
import { ProgressLimits } from '#contract/progress.ts';
import { findUser, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';

const DAY_MS = 86_400_000;

interface Invite {
  readonly url: string;
  readonly expires_at: string;
}

/**
 * Returns the person's invitation link. The link does not change until it expires, and each call extends its validity.
 */
export const getMyInvite = (ctx: Context, userId: string): Promise<Invite> =>
  withUser(ctx.db, userId, async (tx) => keepInvite(ctx, tx, userId, (await livingSeed(ctx, tx, userId)) ?? newSeed()));

/** Creates a new link. The previous link then stops working. */
export const renewMyInvite = (ctx: Context, userId: string): Promise<Invite> =>
  withUser(ctx.db, userId, (tx) => keepInvite(ctx, tx, userId, newSeed()));

/** Returns the SHA-256 of a link's token. Only this hash is stored, not the token. */
export const hashOfInvite = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Returns the seed of the current link. Returns undefined if the link has expired, or if `linkKey` has changed since
 * the link was made.
 */
async function livingSeed(ctx: Context, tx: Tx, userId: string): Promise<string | undefined> {
  const found = await tx.selectFrom('friend_invites').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!found || found.expires_at <= ctx.clock.now()) return undefined;
  return hashOfInvite(tokenFrom(ctx, found.seed)).equals(found.token_hash) ? found.seed : undefined;
}

async function keepInvite(ctx: Context, tx: Tx, userId: string, seed: string): Promise<Invite> {
  const token = tokenFrom(ctx, seed);
  const expires_at = new Date(ctx.clock.now().getTime() + ProgressLimits.invite_days * DAY_MS);
  const kept = { seed, token_hash: hashOfInvite(token), expires_at };
  await tx
    .insertInto('friend_invites')
    .values({ user_id: userId, ...kept })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
    .execute();
  const language = (await findUser(tx, userId))?.language ?? 'en';
  return { url: `${pageUrl(ctx, language, '/friends')}?invite=${token}`, expires_at: expires_at.toISOString() };
}

const newSeed = (): string => randomUUID();

/**
 * Returns the token for a seed: an HMAC-SHA-256 with the service's secret `linkKey`, in base64url. A person who has
 * only the database cannot compute the token.
 */
const tokenFrom = ({ config }: Context, seed: string): string =>
  createHmac('sha256', config.linkKey)
    .update(JSON.stringify(['friend-invite', seed]))
    .digest('base64url');
