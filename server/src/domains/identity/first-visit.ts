import { APIError } from 'better-auth/api';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { countTry, forgetTries } from './limit-tries.ts';
import { findBirthDate } from './patients.queries.ts';

/**
 * The rate-limit key for guesses of the birth date. The owner enters it when they first use an account that an import
 * created (`invited.ts`).
 */
const ACTION = 'first-visit';
const TRIES = { max: 5, window_s: 3600 };
/**
 * The maximum number of tries after each invitation email. A link from "forgot password" does not reset the count.
 * There are about 25,000 possible birth dates. For a person who knows the owner's age, only a few hundred remain.
 */
const TRIES_OF_INVITATION = 10;

/** Returns true if an import created this account and its owner has not used it yet. */
export async function waitsForOwner(ctx: Context, userId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('invitations')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Requires the owner's birth date before the first password of an imported account is set. The clinic may have mistyped
 * the email address, and the mailbox may then belong to a stranger. Access to the mailbox alone must therefore give no
 * access to an account with health data from a clinic.
 *
 * @throws APIError 400 `BIRTH_DATE_WRONG`, 400 `BIRTH_DATE_LOCKED`, 429 `RATE_LIMITED`
 */
export async function requireBirthDate(ctx: Context, userId: string, given: string | undefined): Promise<void> {
  const retry_after_s = await countTry(ctx.db, ACTION, userId, TRIES);
  if (retry_after_s > 0) throw new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMITED', retry_after_s });
  if (!(await countForInvitation(ctx, userId))) throw new APIError('BAD_REQUEST', { code: 'BIRTH_DATE_LOCKED' });
  const known = await withUser(ctx.db, userId, (tx) => findBirthDate(tx, userId));
  if (!known || known !== given) throw new APIError('BAD_REQUEST', { code: 'BIRTH_DATE_WRONG' });
  await forgetTries(ctx.db, ACTION, userId);
}

/**
 * Counts a try and returns whether it is allowed. A single statement does both, so that two simultaneous calls are
 * counted as two tries.
 */
async function countForInvitation(ctx: Context, userId: string): Promise<boolean> {
  const counted = await ctx.db
    .updateTable('invitations')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('tries', '<', TRIES_OF_INVITATION)
    .executeTakeFirst();
  return counted.numUpdatedRows > 0n;
}

export const acceptInvitation = (tx: Tx, userId: string, at: Date): Promise<unknown> =>
  tx.updateTable('invitations').set({ accepted_at: at }).where('user_id', '=', userId).execute();
