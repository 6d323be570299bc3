import { setTimeout as pause } from 'node:timers/promises';
import type { Auth } from './create-auth.ts';

const PREFIX = '/api/auth';
/** What the product uses of Better Auth. Everything else it could do (change a name, an e-mail, list sessions with their keys) is not there. */
const open = new Set([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /revoke-sessions',
  'GET /get-session',
  'GET /verify-email',
  'POST /send-verification-email',
  'POST /request-password-reset',
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
/** Answers about an e-mail take at least this long, known or unknown, in milliseconds: well above what either costs. */
export const FLOOR_MS: Readonly<Record<string, number>> = {
  '/sign-up/email': 400,
  '/request-password-reset': 200,
  '/send-verification-email': 500,
};

/** Everything under /api/auth/. */
export async function handleAuth(auth: Auth, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(PREFIX.length);
  if (!open.has(`${request.method} ${path}`)) return Response.json({ code: 'NOT_FOUND' }, { status: 404 });
  const [answer] = await Promise.all([auth.handler(request), pause(FLOOR_MS[path] ?? 0)]);
  if (answer.status === 429 || answer.status === 503) return later(answer);
  const shown = await withoutKey(answer);
  if (path === '/sign-in/email' || path === '/get-session') shown.headers.set('cache-control', 'no-store');
  return shown;
}

/** A session's key travels in its cookie only, where no script reads it: it is left out of the answers' bodies. */
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

/** One form for every "too many" and "busy": code, seconds and the standard header. */
async function later(answer: Response): Promise<Response> {
  const { status } = answer;
  const body = (await answer.json().catch(() => ({}))) as { retry_after_s?: number };
  const retry_after_s = body.retry_after_s ?? Number(answer.headers.get('x-retry-after') ?? 60);
  return Response.json(
    { code: status === 429 ? 'RATE_LIMITED' : 'BUSY', retry_after_s },
    { status, headers: { 'retry-after': String(retry_after_s) } },
  );
}
