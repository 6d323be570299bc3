import { APIError, getSessionFromCtx } from 'better-auth/api';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { AuthCall } from './auth-call.ts';
import { skipsSecondFactor } from './resolve-caller.ts';
import { hasSecondFactor, needsSecondFactor } from './second-factor.ts';

/** Calls that add, replace or remove a second factor. */
const changes = new Set([
  '/two-factor/enable',
  '/two-factor/verify-totp',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
  '/link-social',
]);

/**
 * Lets staff with a second factor change their factors only in a session that has passed a second factor. Without this
 * check, the password alone, or the mailbox alone, would be enough to add a factor and see patients. People with an
 * authenticator app always need it to sign in. This check therefore concerns people who have only passkeys or a link to
 * the OpenID provider.
 *
 * Practitioners without a verified registration see no patients, so they may add a factor without a check. A verified
 * practitioner who has lost their only factor needs an administrator, who revokes the verification and checks the
 * person's identity. The practitioner then adds a new factor, and the administrator verifies the registration again
 * (docs/operations.md).
 *
 * @throws APIError 403 `PASSKEY_NEEDED`
 */
export async function guardFactors(ctx: Context, call: AuthCall): Promise<void> {
  if (!changes.has(call.path)) return;
  const session = await getSessionFromCtx(call);
  if (!session || session.session.second_factor) return;
  if (await isGuarded(ctx, session.user.id)) throw new APIError('FORBIDDEN', { code: 'PASSKEY_NEEDED' });
}

/** Returns true for staff who have a second factor and may see patients or run the site. */
export async function isGuarded(ctx: Context, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is_demo: boolean }>`
    select u.is_demo from users u
    where u.id = ${userId} and ${needsSecondFactor('u')} and ${hasSecondFactor('u')}`.execute(ctx.db);
  return rows[0] !== undefined && !skipsSecondFactor(ctx, rows[0].is_demo);
}
