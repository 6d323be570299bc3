import { APIError } from 'better-auth/api';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { countTry, forgetTries } from './limit-tries.ts';
import { findBirthDate } from './patients.queries.ts';

/** The name under which tries are counted at the first visit to an account that the clinic created (`invited.ts`). */
const ACTION = 'first-visit';
const TRIES = { max: 5, window_s: 3600 };
/**
 * The maximum number of tries after each invitation email. Other emailed links do not allow more tries. There are about
 * 25,000 possible birth dates. For a person who knows the owner's age, only a few hundred remain.
 */
const TRIES_OF_INVITATION = 10;

/** Returns true if the owner of this account has never opened it. */
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
 * Requires the owner's birth date. The clinic may have mistyped the email address, and the mailbox may then belong to a
 * stranger. Access to the mailbox alone must therefore not open an account with health data from a clinic.
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
