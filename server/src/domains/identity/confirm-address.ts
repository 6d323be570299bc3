import { createHash, randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import * as z from 'zod';
import type { ReadingLanguage } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { announceIn } from './announce-confirmation.ts';
import { originOf } from './auth-call.ts';
import { deviceHash } from './known-devices.ts';
import { countTry, forgetTries } from './limit-tries.ts';
import { mailedUrl } from './mail-person.ts';
import { insertSecurityEvent } from './users.queries.ts';
import { visitorLanguage } from './visitor-language.ts';

export const CONFIRM_PATH = '/confirm-address';
const DAY_MS = 24 * 3600 * 1000;
const LINK_LIFE_MS = 3 * DAY_MS;
const TRIES = { max: 10, window_s: 900 };
const SIGN_IN = '/login?mode=signin&lock=1';

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Creates a link that confirms this account, and returns the link's secret. `device` is the browser in which the
 * account's password was just entered. In this browser, opening the link is enough. In any other browser, the person
 * must also enter the password. Without this rule, a stranger could sign up with another person's address and choose
 * the password. The owner of the address would then unknowingly confirm that account.
 */
export async function newConfirmation(tx: Db | Tx, userId: string, device: string, now: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await tx
    .insertInto('email_confirmations')
    .values({
      token_hash: hashOf(secret),
      user_id: userId,
      device_hash: deviceHash(userId, device),
      expires_at: new Date(now.getTime() + LINK_LIFE_MS),
    })
    .execute();
  return secret;
}

/**
 * Handles the emailed link, GET /confirm-address?token=…. In the browser in which the account's password was entered,
 * the link confirms the address and leads to the sign-in form. Any other browser gets a page on which the person enters
 * the password. This page calls POST /confirm-address `{ token, password }`.
 */
export const confirmAddress = (ctx: Context) =>
  ({
    id: 'confirm-address',
    endpoints: {
      openConfirmation: createAuthEndpoint(
        CONFIRM_PATH,
        { method: 'GET', query: z.object({ token: z.string().max(100) }) },
        async (call) => {
          const link = await findLink(ctx, call.query.token);
          const language = link?.language ?? visitorLanguage(call.headers ?? new Headers());
          const to = (path: string) => call.redirect(mailedUrl(ctx, language, path));
          if (!link) throw to(`${SIGN_IN}&error=INVALID_TOKEN`);
          const isHere = link.device_hash.equals(deviceHash(link.user_id, originOf(call.headers).device));
          if (!isHere && !link.email_verified)
            throw to(`/confirm-account?token=${encodeURIComponent(call.query.token)}`);
          await confirm(ctx, link.user_id);
          throw to(SIGN_IN);
        },
      ),
      confirmAddress: createAuthEndpoint(
        CONFIRM_PATH,
        { method: 'POST', body: z.object({ token: z.string().max(100), password: z.string().max(128) }) },
        async (call) => {
          const link = await findLink(ctx, call.body.token);
          if (!link) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' });
          const retry_after_s = await countTry(ctx.db, CONFIRM_PATH, link.user_id, TRIES);
          if (retry_after_s > 0) throw new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMITED', retry_after_s });
          const account = await call.context.internalAdapter.findCredentialAccount(link.user_id);
          const isRight =
            account?.password &&
            (await call.context.password.verify({ hash: account.password, password: call.body.password }));
          if (!isRight) throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD' });
          await forgetTries(ctx.db, CONFIRM_PATH, link.user_id);
          await confirm(ctx, link.user_id);
          return call.json({ status: true });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

interface Link {
  readonly user_id: string;
  readonly device_hash: Buffer;
  readonly email_verified: boolean;
  readonly language: ReadingLanguage;
}

const findLink = ({ db, clock }: Context, secret: string): Promise<Link | undefined> =>
  db
    .selectFrom('email_confirmations as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.user_id', 'c.device_hash', 'u.email_verified', 'u.language'])
    .where('c.token_hash', '=', hashOf(secret))
    .where('c.expires_at', '>', clock.now())
    .executeTakeFirst();

/**
 * Confirms the address, so that the account belongs to the owner of the address. The service keeps the account's
 * password. It deletes everything else that allows a sign-in, because another person may have added it. The link stays
 * valid until it expires, so that opening it again leads to the sign-in form.
 */
const confirm = (ctx: Context, userId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const confirmed = await tx
      .updateTable('users')
      .set({ email_verified: true, two_factor_enabled: false, updated_at: ctx.clock.now() })
      .where('id', '=', userId)
      .where('email_verified', '=', false)
      .executeTakeFirst();
    if (confirmed.numUpdatedRows === 0n) return;
    for (const table of ['passkeys', 'two_factors', 'sessions', 'known_devices'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute();
    await insertSecurityEvent(tx, userId, 'email_confirmed');
    await announceIn(ctx, tx, userId);
  });
