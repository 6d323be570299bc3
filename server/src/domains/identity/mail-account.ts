import { createHash } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { mailPerson, pageUrl } from './mail-person.ts';
import { findUser } from './users.queries.ts';

interface NewUser {
  readonly id: string;
  readonly email: string;
}

/** The link confirms the address and leads to the sign-in form, where the tab for new accounts is hidden. */
export async function mailConfirmation(ctx: Context, tx: Db | Tx, user: NewUser, token: string): Promise<void> {
  const person = await findUser(tx, user.id);
  if (!person) return;
  const link = new URL('/api/auth/verify-email', ctx.config.publicUrl);
  link.searchParams.set('token', token);
  link.searchParams.set('callbackURL', pageUrl(ctx, person.language, '/login?mode=signin&lock=1'));
  await mailPerson(ctx, tx, person, 'confirm', { url: link.href, key: keyOf('confirm', user.id, token) });
}

export async function mailReset(ctx: Context, tx: Db | Tx, userId: string, token: string): Promise<void> {
  const person = await findUser(tx, userId);
  if (person)
    await mailPerson(ctx, tx, person, 'reset', { path: `/reset-password?token=${encodeURIComponent(token)}` });
}

/** Somebody signs up with an address that has an account: the page says nothing, the owner of the address is told. */
export async function mailExistingAccount(ctx: Context, tx: Db | Tx, userId: string): Promise<void> {
  const person = await findUser(tx, userId);
  if (person) await mailPerson(ctx, tx, person, 'existing_account', { path: '/login?mode=signin' });
}

const keyOf = (template: string, userId: string, token: string): string =>
  `${template}:${userId}:${createHash('sha256').update(token).digest('base64url').slice(0, 16)}`;
