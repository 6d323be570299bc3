import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { isConfirmed } from '../confirm-password.ts';
import { countTry } from '../limit-tries.ts';
import { mailedUrl, mailPerson } from '../mail-person.ts';
import { noteChangeIn } from '../note-security-change.ts';
import { isClosed } from '../personal.ts';
import { deleteUnconfirmed, findUser, findUserByEmail, lockEmail, type Person } from '../users.queries.ts';
import {
  deleteEmailChange,
  type EmailChange,
  findByHashForUpdate,
  replaceEmailChange,
} from './email-changes.queries.ts';

const DAY_MS = 86_400_000;
const TRIES = { max: 5, window_s: 3600 };
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Sends one link to the old address and one to the new address. If the new address already has a confirmed account, the
 * caller gets the same answer. The owner of that account then gets an email about the attempt, without a confirming
 * link.
 *
 * @throws Refusal PASSWORD_NEEDED, RATE_LIMITED, INVALID_INPUT
 */
export async function requestEmailChange(ctx: Context, caller: SignedIn, email: string): Promise<void> {
  if (!(await isConfirmed(ctx, caller.sessionId))) throw new Refusal('PASSWORD_NEEDED');
  const retry_after_s = await countTry(ctx.db, 'change-email', caller.userId, TRIES);
  if (retry_after_s > 0) throw new Refusal('RATE_LIMITED', { retry_after_s });
  await ctx.db.transaction().execute(async (tx) => {
    const person = await findUser(tx, caller.userId);
    if (!person) throw new Refusal('UNAUTHENTICATED');
    if (person.email === email) throw invalidInput({ email: ['unchanged'] });
    const holder = await findHolder(tx, email);
    const [oldToken, newToken] = [newSecret(), newSecret()];
    await replaceEmailChange(tx, {
      user_id: person.id,
      new_email: email,
      old_hash: hashOf(oldToken),
      new_hash: holder ? null : hashOf(newToken),
      old_at: null,
      new_at: null,
      expires_at: new Date(ctx.clock.now().getTime() + DAY_MS),
    });
    const linkWith = (token: string) => ({ url: mailedUrl(ctx, person.language, `/confirm-email?token=${token}`) });
    await mailPerson(ctx, tx, person, 'email_change_old', linkWith(oldToken));
    if (holder) await mailPerson(ctx, tx, holder, 'existing_account', { path: '/login?mode=signin' });
    else await mailPerson(ctx, tx, { ...person, email }, 'email_change_new', linkWith(newToken));
  });
}

/**
 * Returns the account with this address, if the address was confirmed or the account is closed. Anyone can sign up with
 * an address of another person, but cannot confirm it.
 */
async function findHolder(tx: Tx, email: string): Promise<Person | undefined> {
  const person = await findUserByEmail(tx, email);
  return person && (person.email_verified || isClosed(person.email)) ? person : undefined;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Handles one of the two links. Once both links were opened, the address changes and every browser is signed out.
 * @throws Refusal LINK_INVALID
 */
export const confirmEmailChange = (ctx: Context, token: string): Promise<'waiting' | 'changed'> =>
  ctx.db.transaction().execute(async (tx) => {
    const now = ctx.clock.now();
    const hash = hashOf(token);
    const change = await findByHashForUpdate(tx, hash, now);
    if (!change) throw new Refusal('LINK_INVALID');
    const isOld = change.old_hash.equals(hash);
    const seen = { old_at: change.old_at ?? (isOld ? now : null), new_at: change.new_at ?? (isOld ? null : now) };
    await tx.updateTable('email_changes').set(seen).where('user_id', '=', change.user_id).execute();
    if (!seen.old_at || !seen.new_at) return 'waiting';
    await carryOut(ctx, tx, change);
    return 'changed';
  });

/**
 * Changes the address. If another account with the new address was confirmed in the meantime, the change is refused. An
 * unconfirmed account with the new address is deleted, as at a sign-up.
 */
async function carryOut(ctx: Context, tx: Tx, { user_id, new_email }: EmailChange): Promise<void> {
  const person = await findUser(tx, user_id);
  await lockEmail(tx, new_email);
  const holder = await findHolder(tx, new_email);
  if (!person || (holder && holder.id !== user_id)) throw new Refusal('LINK_INVALID');
  await deleteUnconfirmed(tx, new_email);
  await tx
    .updateTable('users')
    .set({ email: new_email, email_verified: true, updated_at: ctx.clock.now() })
    .where('id', '=', user_id)
    .execute();
  await deleteEmailChange(tx, user_id);
  await ctx.outbox.emit(tx, 'identity.contactChanged', { user_id });
  await noteChangeIn(ctx, tx, user_id, 'email_changed');
  await tellBoth(ctx, tx, person, new_email);
}

async function tellBoth(ctx: Context, tx: Tx, person: Person, email: string): Promise<void> {
  await mailPerson(ctx, tx, person, 'email_changed_old', { path: '/help' });
  await mailPerson(ctx, tx, { ...person, email }, 'email_changed_new', { path: '/login?mode=signin' });
}
