import { createHmac, timingSafeEqual } from 'node:crypto';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Context } from '#server/platform/context.ts';
import type { AuthCall } from './auth-call.ts';

const PERIOD_MS = 30_000;
const DIGITS = 6;
/** The clock of a phone may be one 30-second step ahead or behind. */
const WINDOW = [-1, 0, 1];

/**
 * Makes a code of an authenticator app usable only once (RFC 6238, 5.2). A code that was used to set up the app is also
 * refused at sign-in. The step of the code is stored before the code is checked. Therefore only one of two calls with
 * the same code can continue. Better Auth handles wrong codes and counts them.
 *
 * @throws APIError 401 `INVALID_CODE` for a used code, the same error as for a wrong code
 */
export async function spendCode(ctx: Context, call: AuthCall, code: unknown): Promise<void> {
  const userId = await personOf(call);
  if (!userId || typeof code !== 'string') return;
  const factor = await ctx.db
    .selectFrom('two_factors')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!factor) return;
  const secret = await symmetricDecrypt({ key: call.context.secretConfig, data: factor.secret });
  const step = stepOf(secret, code, Date.now());
  if (step === undefined) return;
  const spent = await ctx.db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('id', '=', factor.id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  if (spent.numUpdatedRows === 0n) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
}

/** Returns the signed-in person, or the person who has entered the password but not yet the second factor. */
async function personOf(call: AuthCall): Promise<string | undefined> {
  const session = await getSessionFromCtx(call);
  if (session) return session.user.id;
  const waiting = await call.getSignedCookie(call.context.createAuthCookie('two_factor').name, call.context.secret);
  return waiting ? (await call.context.internalAdapter.findVerificationValue(waiting))?.value : undefined;
}

/** Returns the 30-second step to which this code belongs. */
function stepOf(secret: string, code: string, now_ms: number): number | undefined {
  const current = Math.floor(now_ms / PERIOD_MS);
  return WINDOW.map((shift) => current + shift).find((step) => isSame(codeOf(secret, step), code));
}

/** Returns the code of a step (HOTP, RFC 4226). */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
