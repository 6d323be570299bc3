import { setTimeout as pause } from 'node:timers/promises';
import { inCall } from './auth-transaction.ts';
import type { Auth } from './create-auth.ts';
import { PROVIDER } from './professional/provider.ts';
import { DEVICE_HEADER, deviceCookie, deviceIn } from './known-devices.ts';
import type { ProfessionalDoor } from './professional/door.ts';

const PREFIX = '/api/auth';
/**
 * The paths of Better Auth that the product uses. All other paths, such as those for changing a name or listing
 * sessions with their tokens, answer NOT_FOUND.
 */
const open = new Set([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /revoke-sessions',
  'GET /get-session',
  'GET /confirm-address',
  'POST /confirm-address',
  'POST /request-password-reset',
  'POST /review-reset',
  'POST /reset-password',
  'POST /change-password',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/generate-backup-codes',
  'POST /confirm-password',
  'GET /passkey/generate-register-options',
  'POST /passkey/verify-registration',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
  'GET /passkey/list-user-passkeys',
  'POST /passkey/update-passkey',
  'POST /passkey/delete-passkey',
]);
/**
 * The minimum duration, in milliseconds, of calls whose duration could reveal whether an email address has an account.
 * The actual work takes much less time. Calls with known and unknown addresses therefore take equally long.
 */
export const FLOOR_MS: Readonly<Record<string, number>> = {
  '/sign-up/email': 400,
  '/request-password-reset': 200,
};
/**
 * The minimum duration, in milliseconds, of a refused sign-in. With it, refusals take equally long for known and
 * unknown addresses. A sign-in with the right password is not delayed.
 */
const REFUSAL_FLOOR_MS = 150;
/**
 * Paths through which a person signs up, or proves with a secret that the account is theirs. The answer to such a call
 * sets the cookie that identifies the browser.
 */
const remembered = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
  '/reset-password',
]);
/** Paths that lead to the OpenID provider and back. They exist only if a provider is configured. */
const outward = new Set(['POST /sign-in/social', 'POST /link-social', `GET /callback/${PROVIDER}`]);

/** Answers all calls under /api/auth/. */
export async function handleAuth(
  auth: Auth,
  request: Request,
  professionals?: ProfessionalDoor | undefined,
): Promise<Response> {
  const path = new URL(request.url).pathname.slice(PREFIX.length);
  const publicUrl = auth.options.baseURL;
  const call = `${request.method} ${path}`;
  const device = deviceIn(request.headers, publicUrl);
  request.headers.set(DEVICE_HEADER, device);
  if (professionals && outward.has(call)) {
    const answer = await inCall(() => professionals(request));
    return answer.status === 429 ? later(answer) : answer;
  }
  if (!open.has(call)) return Response.json({ code: 'NOT_FOUND' }, { status: 404 });
  const begun = performance.now();
  const [answer] = await Promise.all([inCall(() => auth.handler(request)), pause(FLOOR_MS[path] ?? 0)]);
  if (path === '/sign-in/email' && !answer.ok) await pause(Math.max(0, begun + REFUSAL_FLOOR_MS - performance.now()));
  if (answer.status === 429 || answer.status === 503) return later(answer);
  const shown = await withoutKey(answer);
  if (path === '/sign-in/email' || path === '/get-session') shown.headers.set('cache-control', 'no-store');
  // At a sign-in, status 403 means that the password was right, but the address is not confirmed or the account is
  // suspended.
  if (remembered.has(path) && (answer.ok || answer.status === 403))
    shown.headers.append('set-cookie', deviceCookie(device, publicUrl));
  return shown;
}

/**
 * Removes the token of a session from the body of an answer. The service sends the token only in a cookie, which
 * scripts cannot read.
 */
async function withoutKey(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.includes('json')) return answer;
  const { status, headers } = answer;
  const text = await answer.text();
  if (!text) return new Response(null, { status, headers });
  const body: unknown = JSON.parse(text, (key, value: unknown) =>
    key === 'token' && typeof value === 'string' ? undefined : value,
  );
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * Gives every answer with status 429 or 503 the same form: a code, the number of seconds to wait, and the standard
 * header Retry-After.
 */
async function later(answer: Response): Promise<Response> {
  const { status } = answer;
  const body = (await answer.json().catch(() => ({}))) as { retry_after_s?: number };
  const retry_after_s = body.retry_after_s ?? Number(answer.headers.get('x-retry-after') ?? 60);
  return Response.json(
    { code: status === 429 ? 'RATE_LIMITED' : 'BUSY', retry_after_s },
    { status, headers: { 'retry-after': String(retry_after_s) } },
  );
}
