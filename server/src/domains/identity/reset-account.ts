import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type AuthCall, type Origin, originOf } from './auth-call.ts';
import { forgetDevices, rememberDevice } from './known-devices.ts';
import { noteChangeIn } from './note-security-change.ts';
import { acceptInvitation, requireBirthDate, waitsForOwner } from './first-visit.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { findAccount, type User } from './users.queries.ts';

const Token = z.string().max(100);
const NewPassword = z.object({
  token: Token,
  newPassword: z.string(),
  keepPasskeys: z.boolean().default(false),
  /** The owner's birth date. It is required to set the first password of an imported account. */
  birthDate: z.string().max(10).optional(),
});

/**
 * Sets a new password that a person chose through an emailed link. The person has lost the password, or fears that
 * another person knows it. Opening the link proves only that the person can read the mailbox. Therefore:
 * - every session ends, and so does every other link and unfinished sign-in of the account.
 * - known browsers become unknown again, except the browser in which the password was chosen.
 * - sign-in still requires the codes of an authenticator app, because access to the mailbox alone must not give access
 *   to the account.
 * - the page first shows a patient's passkeys, which allow a sign-in without a password. They are removed unless the
 *   person says that the passkeys are their own. Staff's passkeys stay, because staff see no patients without this
 *   second factor.
 * - the first password of an imported account also requires the birth date (`invited.ts`).
 *
 * This replaces Better Auth's endpoint of the same name. That endpoint ignores factors, and uses up the link before it
 * has checked the password.
 */
export const resetAccount = (ctx: Context) =>
  ({
    id: 'reset-account',
    endpoints: {
      reviewReset: createAuthEndpoint(
        '/review-reset',
        { method: 'POST', body: z.object({ token: Token }) },
        async (call) => {
          const user = await ownerOf(ctx, call, call.body.token);
          const passkeys = losesPasskeys(user)
            ? await ctx.db
                .selectFrom('passkeys')
                .select(['id', 'name', 'created_at'])
                .where('user_id', '=', user.id)
                .orderBy('created_at')
                .execute()
            : [];
          return call.json({ passkeys, needs_birth_date: await waitsForOwner(ctx, user.id) });
        },
      ),
      resetPassword: createAuthEndpoint('/reset-password', { method: 'POST', body: NewPassword }, async (call) => {
        const { token, newPassword, keepPasskeys, birthDate } = call.body;
        const user = await ownerOf(ctx, call, token);
        await refuseWeakPassword(ctx, newPassword, [user.name, user.email]);
        const isFirst = await waitsForOwner(ctx, user.id);
        if (isFirst) await requireBirthDate(ctx, user.id, birthDate);
        const hash = await call.context.password.hash(newPassword);
        // If two calls use the same link, only one of them succeeds.
        const spent = await call.context.internalAdapter.consumeVerificationValue(identifierOf(token));
        if (!spent) throw invalidLink();
        await ctx.db.transaction().execute(async (tx) => {
          await tx.updateTable('accounts').set({ password: hash }).where('user_id', '=', user.id).execute();
          if (!keepPasskeys && losesPasskeys(user))
            await tx.deleteFrom('passkeys').where('user_id', '=', user.id).execute();
          if (isFirst) await acceptInvitation(tx, user.id, ctx.clock.now());
          await beginAgain(ctx, tx, user.id, originOf(call.headers));
        });
        return call.json({ status: true });
      }),
    },
  }) satisfies BetterAuthPlugin;

const losesPasskeys = ({ role }: User): boolean => role === 'patient';

/**
 * Returns the owner of the account that a link belongs to.
 * @throws APIError 400 `INVALID_TOKEN`
 */
async function ownerOf(ctx: Context, call: Pick<AuthCall, 'context'>, token: string): Promise<User> {
  const link = await call.context.internalAdapter.findVerificationValue(identifierOf(token));
  const user = link && link.expiresAt > new Date() ? await findAccount(ctx.db, link.value) : undefined;
  if (!user) throw invalidLink();
  return user;
}

/** Returns the identifier under which Better Auth stores an emailed link. */
const identifierOf = (token: string): string => `reset-password:${token}`;

/**
 * Stores a link to the page on which the owner of an account chooses a password, and returns the token of the link.
 * Like Better Auth, it stores only the hash of the identifier. The caller stores the email with the link in the same
 * transaction, so that each emailed link works.
 */
export async function storeLink(tx: Tx, userId: string, life_ms: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const identifier = createHash('sha256').update(identifierOf(token)).digest('base64url');
  const expires_at = new Date(Date.now() + life_ms);
  await tx.insertInto('verifications').values({ id: randomUUIDv7(), identifier, value: userId, expires_at }).execute();
  return token;
}

const invalidLink = (): APIError => new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' });

async function beginAgain(ctx: Context, tx: Tx, userId: string, { device }: Origin): Promise<void> {
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  await forgetDevices(tx, userId);
  await rememberDevice(tx, userId, device, ctx.clock.now());
  await noteChangeIn(ctx, tx, userId, 'password_reset');
}
