import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Language } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import { createAuth } from './create-auth.ts';
import { mailedUrl, mailPerson } from './mail-person.ts';
import { identifierOf } from './reset-account.ts';
import { deleteUnconfirmed, findUser, findUserByEmail, lockEmail } from './users.queries.ts';

/**
 * Accounts of the reception (desk) of a clinic. An administrator creates them. The owner of such an account chooses a
 * password through an emailed link, and enrols a second factor at sign-in.
 */

export interface NewDeskAccount {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly language: Language;
}

/** An emailed link is valid for two weeks. Afterwards "forgot password" sends a new link. */
const LINK_LIFE_MS = 14 * 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Returns the id of the desk account with this email address, and creates the account if it does not exist. One account
 * may belong to the desks of several clinics. An unconfirmed account with the address is deleted first, as at a
 * sign-up, because anyone can sign up with an address of another person.
 *
 * @throws Refusal INVALID_INPUT: the email address belongs to a patient, a practitioner or an administrator
 */
export async function findOrMakeDeskAccount(ctx: Context, account: NewDeskAccount): Promise<string> {
  const email = account.email.trim().toLowerCase();
  const id = randomUUIDv7();
  return ctx.db.transaction().execute(async (tx) => {
    await lockEmail(tx, email);
    await deleteUnconfirmed(tx, email);
    const made = await tx
      .insertInto('users')
      .values({
        ...account,
        id,
        email,
        name: `${account.first_name} ${account.last_name}`.trim(),
        role: 'desk',
        // The account is marked as confirmed, so that a sign-up with its address is refused. The owner proves access to
        // the mailbox by opening the emailed link.
        email_verified: true,
      })
      .onConflict((at) => at.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) {
      await tx
        .insertInto('accounts')
        .values({ id: randomUUIDv7(), user_id: id, account_id: id, provider_id: 'credential', password: null })
        .execute();
      return id;
    }
    const known = await findUserByEmail(tx, email);
    if (known?.role !== 'desk') throw invalidInput({ email: ['other_role'] });
    return known.id;
  });
}

/**
 * Sends the email with the link through which the person sets a first password. It sends at most one email in each
 * clock hour (14:00 to 15:00), and none after the person has set a password.
 * @returns false if the person has already set a password
 */
export async function mailDeskInvitation(ctx: Context, userId: string): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', 'is', null)
    .executeTakeFirst();
  const person = open && (await findUser(ctx.db, userId));
  if (!person) return false;
  const { internalAdapter } = await createAuth(ctx).$context;
  const token = randomBytes(32).toString('base64url');
  const now = ctx.clock.now();
  const url = mailedUrl(ctx, person.language, `/reset-password?token=${token}`);
  const expiresAt = new Date(Date.now() + LINK_LIFE_MS);
  await internalAdapter.createVerificationValue({ identifier: identifierOf(token), value: userId, expiresAt });
  const key = `desk_invitation ${userId} ${Math.floor(now.getTime() / HOUR_MS)}`;
  await mailPerson(ctx, ctx.db, person, 'desk_invitation', { url, key });
  return true;
}
