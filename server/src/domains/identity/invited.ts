import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ReadingLanguage, Role } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, type Tx, withSystem } from '#server/platform/db/db.ts';
import { createAuth } from './create-auth.ts';
import { mailedUrl, mailPerson } from './mail-person.ts';
import { identifierOf } from './reset-account.ts';
import { findUser } from './users.queries.ts';

/**
 * Accounts that the import of a clinic's patients creates. They have no password. The owner sets the first password
 * with an emailed link and the birth date.
 */

interface Invited {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly birth_date: string;
  readonly language: ReadingLanguage;
}

/** An emailed link is valid for two weeks. Afterwards "forgot password" sends a new link. */
const LINK_LIFE_MS = 14 * 86_400_000;

/** Creates the accounts. Returns the ids of the accounts in the order of `persons`. */
export async function makeInvited(tx: Tx, persons: readonly Invited[], at: Date): Promise<string[]> {
  if (persons.length === 0) return [];
  const made = persons.map((person) => ({ ...person, id: randomUUIDv7() }));
  await tx
    .insertInto('users')
    .values(
      made.map(({ birth_date: _birth, ...person }) => ({
        ...person,
        name: `${person.first_name} ${person.last_name}`,
        // The account is marked as confirmed, so that a later sign-up with its address is refused. The owner proves
        // access to the mailbox by opening the emailed link.
        email_verified: true,
      })),
    )
    .execute();
  await tx
    .insertInto('accounts')
    .values(
      made.map(({ id }) => ({
        id: randomUUIDv7(),
        user_id: id,
        account_id: id,
        provider_id: 'credential',
        password: null,
      })),
    )
    .execute();
  await tx
    .insertInto('patients')
    .values(made.map(({ id, birth_date }) => ({ user_id: id, birth_date })))
    .execute();
  await tx
    .insertInto('invitations')
    .values(made.map(({ id }) => ({ user_id: id, made_at: at, mailed_at: null, accepted_at: null })))
    .execute();
  return made.map(({ id }) => id);
}

/**
 * Deletes an account and its rows in this domain. The caller must first delete its photos and its rows in other
 * domains.
 */
export async function removeInvited(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}

/**
 * The minimum time between two emails with an invitation. An invitation may be lost or may expire. It can therefore be
 * sent again, but only INVITATION_MAILS times in all.
 */
const PAUSE_MS = 3_600_000;
export const INVITATION_MAILS = 5;

/** Selects the invitations that may be sent now. With `again`, it includes invitations that were sent before. */
export const mayBeMailed = (tx: Db | Tx, now: Date, again: boolean) =>
  tx
    .selectFrom('invitations')
    .where('accepted_at', 'is', null)
    .where('mails', '<', INVITATION_MAILS)
    .where((is) =>
      is.or([
        is('mailed_at', 'is', null),
        ...(again ? [is('mailed_at', '<=', new Date(now.getTime() - PAUSE_MS))] : []),
      ]),
    );

/** Returns the invitation to an account that its owner has not used yet. */
export async function findInvitation(ctx: Context, userId: string) {
  const open = await ctx.db
    .selectFrom('invitations')
    .select('mailed_at')
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  if (!open) return null;
  const mailable = await mayBeMailed(ctx.db, ctx.clock.now(), true)
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { mailed_at: open.mailed_at?.toISOString() ?? null, may_mail: mailable !== undefined };
}

/**
 * Sends a link by email. The new link invalidates the previous one, and resets the tries for the birth date. Returns
 * true if the email was sent.
 */
export async function mailInvitation(ctx: Context, userId: string, again = false): Promise<boolean> {
  const { internalAdapter } = await createAuth(ctx).$context;
  const token = randomBytes(32).toString('base64url');
  const now = ctx.clock.now();
  const isMailed = await withSystem(ctx.system, async (tx) => {
    const marked = await tx
      .updateTable('invitations')
      .set((eb) => ({ mailed_at: now, tries: 0, mails: eb('mails', '+', 1) }))
      .where('user_id', '=', userId)
      .where('user_id', 'in', mayBeMailed(tx, now, again).select('user_id'))
      .returning('mails')
      .executeTakeFirst();
    const person = marked ? await findUser(tx, userId) : undefined;
    if (!marked || !person) return false;
    await tx.deleteFrom('verifications').where('value', '=', userId).execute();
    const url = mailedUrl(ctx, person.language, `/reset-password?token=${token}`);
    await mailPerson(ctx, tx, person, 'invitation', { url, key: `invitation ${userId} ${marked.mails}` });
    return true;
  });
  const expiresAt = new Date(Date.now() + LINK_LIFE_MS);
  if (isMailed)
    await internalAdapter.createVerificationValue({ identifier: identifierOf(token), value: userId, expiresAt });
  return isMailed;
}

/** A person with an account, reduced to the data that an import compares with its rows. */
export interface KnownPerson {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly email_verified: boolean;
  readonly first_name: string;
  readonly last_name: string;
  /** YYYY-MM-DD. */
  readonly birth_date: string | null;
}

/** Returns all people with one of these email addresses, and all patients born on one of these days. */
export async function findKnown(
  tx: Tx,
  { emails, birthDates }: { emails: readonly string[]; birthDates: readonly string[] },
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select u.id, u.email, u.role, u.email_verified, u.first_name, u.last_name, p.birth_date
    from users u left join patients p on p.user_id = u.id where u.email = any(${[...emails]}::text[])
    union
    select u.id, u.email, u.role, u.email_verified, u.first_name, u.last_name, p.birth_date
    from patients p join users u on u.id = p.user_id
    where p.birth_date = any(${[...birthDates]}::date[]) and u.closed_at is null`.execute(tx);
  return rows;
}
