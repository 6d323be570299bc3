import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { CONFIRM_PATH, newConfirmation } from './confirm-address.ts';
import { mailedUrl, mailPerson } from './mail-person.ts';
import { findUser } from './users.queries.ts';

/**
 * Sends an email with a link that confirms the address. `device` is the browser in which the password of this account
 * was just entered.
 */
export async function mailConfirmation(ctx: Context, tx: Db | Tx, userId: string, device: string): Promise<void> {
  const person = await findUser(tx, userId);
  if (!person) return;
  const link = new URL(`/api/auth${CONFIRM_PATH}`, ctx.config.publicUrl);
  link.searchParams.set('token', await newConfirmation(tx, userId, device, ctx.clock.now()));
  await mailPerson(ctx, tx, person, 'confirm', { url: link.href });
}

export async function mailReset(ctx: Context, tx: Db | Tx, userId: string, token: string): Promise<void> {
  const person = await findUser(tx, userId);
  if (!person) return;
  const url = mailedUrl(ctx, person.language, `/reset-password?token=${encodeURIComponent(token)}`);
  await mailPerson(ctx, tx, person, 'reset', { url });
}

/**
 * Sends an email to the owner of an account after another sign-up with the same address. The page does not reveal that
 * the account exists.
 */
export async function mailExistingAccount(ctx: Context, tx: Db | Tx, userId: string): Promise<void> {
  const person = await findUser(tx, userId);
  if (person) await mailPerson(ctx, tx, person, 'existing_account', { path: '/login?mode=signin' });
}
