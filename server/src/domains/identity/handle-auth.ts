import { setTimeout as pause } from 'node:timers/promises';
import { inCall } from './auth-transaction.ts';
import type { Auth } from './create-auth.ts';
import { PROVIDER } from './professional/provider.ts';
import { DEVICE_HEADER, deviceCookie, deviceIn } from './known-devices.ts';
import type { ProfessionalDoor } from './professional/door.ts';
import { visitorLanguage } from './visitor-language.ts';

const PREFIX = '/api/auth';
/** The paths of Better Auth that the product uses. All others (changing a name or an email, listing sessions with their keys) answer not found. */
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
/** Answers about an email take at least this long, in milliseconds, whether it is known or not. This is well above the cost of both. */
export const FLOOR_MS: Readonly<Record<string, number>> = {
  '/sign-up/email': 400,
  '/request-password-reset': 200,
};
/**
 * A refused sign-in takes at least this long, so that an unknown e-mail and hashes of different ages cost the same. A
 * right password does not wait.
 */
const REFUSAL_FLOOR_MS = 150;
/**
 * Callers of these paths have given a secret that only the account's owner knows, or they sign up. Their browser is
 * recognised later.
 */
const remembered = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
  '/reset-password',
]);
/** A link from an earlier release, not bound to one sign-up. It no longer confirms anything; signing in sends a new one. */
const FORMER_LINK = 'GET /verify-email';

/** Paths to the professionals' provider and back. They exist only if one is configured. */
const outward = new Set(['POST /sign-in/social', 'POST /link-social', `GET /callback/${PROVIDER}`]);

/** Everything under /api/auth/. */
export async function handleAuth(
  auth: Auth,
  request: Request,
  professionals?: ProfessionalDoor | undefined,
): Promise<Response> {
  const path = new URL(request.url).pathname.slice(PREFIX.length);
  const publicUrl = auth.options.baseURL;
  const call = `${request.method} ${path}`;
  if (call === FORMER_LINK) return toSignIn(request, publicUrl);
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
  // 403: the password was right, and the address waits to be confirmed.
  if (remembered.has(path) && (answer.ok || answer.status === 403))
    shown.headers.append('set-cookie', deviceCookie(device, publicUrl));
  return shown;
}

function toSignIn(request: Request, publicUrl: string): Response {
  const prefix = visitorLanguage(request.headers) === 'fr' ? '/fr' : '';
  return Response.redirect(`${publicUrl}${prefix}/login?mode=signin&lock=1&error=INVALID_TOKEN`, 302);
}

/** A session's key is sent only in its cookie, which scripts cannot read, and never in a body. */
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

/** The one form of every "too many calls" and "busy": code, seconds and the standard header. */
async function later(answer: Response): Promise<Response> {
  const { status } = answer;
  const body = (await answer.json().catch(() => ({}))) as { retry_after_s?: number };
  const retry_after_s = body.retry_after_s ?? Number(answer.headers.get('x-retry-after') ?? 60);
  return Response.json(
    { code: status === 429 ? 'RATE_LIMITED' : 'BUSY', retry_after_s },
    { status, headers: { 'retry-after': String(retry_after_s) } },
  );
}
