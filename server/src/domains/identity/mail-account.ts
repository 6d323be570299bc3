import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { CONFIRM_PATH, newConfirmation } from './confirm-address.ts';
import { mailedUrl, mailPerson } from './mail-person.ts';
import { findUser } from './users.queries.ts';

/** `device`: the browser that has just given the password of this account. */
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

/** A person signed up with the address of an existing account. The page does not say so, and the owner of the address gets a mail. */
export async function mailExistingAccount(ctx: Context, tx: Db | Tx, userId: string): Promise<void> {
  const person = await findUser(tx, userId);
  if (person) await mailPerson(ctx, tx, person, 'existing_account', { path: '/login?mode=signin' });
}
