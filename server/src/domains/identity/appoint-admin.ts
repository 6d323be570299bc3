import { randomBytes } from 'node:crypto';
import type { ReadingLanguage } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { createAccount } from './create-account.ts';
import { mailPerson } from './mail-person.ts';
import { noteChangeIn } from './note-security-change.ts';
import { storeLink } from './reset-account.ts';
import { hashPassword } from './password-hash.ts';
import { deleteUnconfirmed, findUserByEmail, lockEmail, type Person } from './users.queries.ts';

/** The number of minutes for which the link is valid. */
export const LINK_MIN = 30;

export interface Appointed {
  /**
   * The path and query of the page on which the administrator chooses a password. The first sign-in then requires a
   * second factor.
   */
  readonly path: string;
  /**
   * True for a new administrator. False if the account was an administrator already. Then its password and second
   * factor are reset, and the person sets new ones.
   */
  readonly isNew: boolean;
  /** True if the administrator was suspended. The suspension has ended. */
  readonly wasSuspended: boolean;
}

/** Thrown if the email address belongs to an account whose role is not administrator. */
export class OtherRole extends Error {}

/**
 * Creates an administrator, or restores access for an administrator who has lost the password or the second factor. No
 * API procedure calls this function, so only people with access to the database can run it. An existing administrator's
 * password, factors, sessions and suspension end at once. An unconfirmed account with the address is deleted first, as
 * at a sign-up, because anyone can sign up with an address of another person. The audit log records each run.
 *
 * @throws OtherRole
 */
export async function appointAdmin(
  ctx: Context,
  { email, name, language }: { email: string; name: string; language: ReadingLanguage },
): Promise<Appointed> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockEmail(tx, email);
    await deleteUnconfirmed(tx, email);
  });
  const known = await findUserByEmail(ctx.db, email);
  if (known && known.role !== 'admin') throw new OtherRole();
  const password = randomBytes(32).toString('base64url');
  const [first_name = '', ...rest] = name.split(' ');
  const names = { first_name, last_name: rest.join(' ') };
  const id = known?.id ?? (await createAccount(ctx, { email, password, ...names, role: 'admin', language }));
  const hash = await hashPassword(password);
  let wasSuspended = false;
  const token = await ctx.db.transaction().execute(async (tx) => {
    if (known) {
      await tx.updateTable('accounts').set({ password: hash }).where('user_id', '=', id).execute();
      await tx.deleteFrom('two_factors').where('user_id', '=', id).execute();
      await tx.deleteFrom('passkeys').where('user_id', '=', id).execute();
      await tx.deleteFrom('verifications').where('value', '=', id).execute();
      await tx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', id).execute();
      await noteChangeIn(ctx, tx, id, 'password_reset');
      wasSuspended = await liftSuspension(ctx, tx, known);
    }
    await ctx.audit.record(tx, {
      actor: 'system',
      action: 'user.role_changed',
      subject: `user:${id}`,
      patient_id: null,
      reason: 'admin:create',
      details: { from: known?.role ?? null, to: 'admin' },
    });
    return storeLink(tx, id, LINK_MIN * 60_000);
  });
  return { path: `/reset-password?token=${token}`, isNew: !known, wasSuspended };
}

/**
 * Ends the suspension of an administrator. Otherwise the link would lead to an account that nobody can sign in to.
 * Returns false if the administrator was not suspended.
 */
async function liftSuspension(ctx: Context, tx: Tx, person: Person): Promise<boolean> {
  const lifted = await tx
    .updateTable('users')
    .set({ suspended_at: null, suspended_reason: '' })
    .where('id', '=', person.id)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (lifted.numUpdatedRows === 0n) return false;
  await mailPerson(ctx, tx, person, 'account_restored', { path: '/login' });
  await ctx.audit.record(tx, {
    actor: 'system',
    action: 'user.restored',
    subject: `user:${person.id}`,
    patient_id: null,
    reason: 'admin:create',
  });
  return true;
}
