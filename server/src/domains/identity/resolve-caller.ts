import type { Context } from '#server/platform/context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Auth } from './create-auth.ts';
import { noteUse } from './own/use-of-session.ts';
import { readSession } from './read-session.ts';
import { visitorLanguage } from './visitor-language.ts';

/**
 * Who sent these headers. A missing, forged or expired session is a visitor. Sessions are only read here: the browser's own call of
 * /api/auth/get-session prolongs them, because only its answer can prolong the cookie.
 */
export async function resolveCaller(ctx: Context, auth: Auth, headers: Headers): Promise<Caller> {
  const header = headers.get('cookie');
  if (!header) return aVisitor(headers);
  const { authCookies, secret } = await auth.$context;
  const session = await readSession(ctx.db, { name: authCookies.sessionToken.name, secret }, header);
  if (!session) return aVisitor(headers);
  await noteUse(ctx, session);
  return {
    kind: 'user',
    userId: session.user_id,
    role: session.role,
    secondFactor: session.second_factor || skipsSecondFactor(ctx, session.is_demo),
    sessionId: session.id,
    language: session.language,
  };
}

const aVisitor = (headers: Headers): Caller => ({ kind: 'visitor', language: visitorLanguage(headers) });

/** Demo accounts let a newcomer look around; in production they count like any other. */
export const skipsSecondFactor = (ctx: Context, isDemo: boolean): boolean =>
  isDemo && ctx.config.nodeEnv !== 'production';
