import { randomBytes } from 'node:crypto';
import type { ReadingLanguage } from '#contract/base.ts';
import { ProgressLimits } from '#contract/progress.ts';
import { findUser, mailPerson, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { friendName } from './friend.ts';
import { keepShare, sharesSince, tooMany } from './shares.ts';

const DAY_MS = 86_400_000;
/** A person's own programme sends as many as they like; our mails go to strangers, so there are few of them. */
const MAILS_A_DAY = 10;
const BY_OUR_MAIL = 'our_mail';

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

/** By our own mail, with the first name of who invites and nothing else of them. The address is not kept beside the mail. */
export const sendInvite = (
  ctx: Context,
  userId: string,
  { email, language, idempotency_key }: { email: string; language: ReadingLanguage; idempotency_key: string },
): Promise<{ sent: boolean }> =>
  withUser(ctx.db, userId, async (tx) => {
    const hash = requestHash('send_invite', { email });
    return once(tx, { scope: userId, key: idempotency_key, hash }, async () => {
      const mails = (await sharesSince(ctx, tx, userId, 1)).filter(({ way }) => way === BY_OUR_MAIL);
      const [oldest] = mails;
      if (oldest && mails.length >= MAILS_A_DAY) throw tooMany(ctx, oldest.at);
      await keepShare(ctx, tx, userId, BY_OUR_MAIL);
      const { url } = await livingInvite(ctx, tx, userId);
      const sender = await findUser(tx, userId);
      const name = (sender && friendName(sender)) || 'Flaira';
      await mailPerson(ctx, tx, { email, first_name: '', language }, 'friend_invite', { url, values: { name } });
      return { sent: true };
    });
  });

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
